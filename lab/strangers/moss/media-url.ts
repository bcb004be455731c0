import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';

/** Where copies in durable storage are served. */
export function storageUrl(kind: string, extension: string): string {
  return `https://media.moss.example/${kind}/${randomUUID()}.${extension}`;
}

/** Where an upstream serves its own output for a while. */
export function upstreamUrl(kind: string, extension: string): string {
  return `https://cdn.upstream.example/${kind}/${randomUUID()}.${extension}?expires=86400`;
}

/** The smallest PNG there is, which simulated base64 models return. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;
const SIGNATURES: [string, (bytes: Buffer) => boolean][] = [
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
  ['gif', (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8'],
];

/** The bytes of a base64 data URI of an image; undefined when it is none. */
export function dataUriBytes(value: string): Buffer | undefined {
  const comma = value.indexOf(',');
  if (comma < 0 || !/^data:image\/[\w.+-]+;base64$/i.test(value.slice(0, comma))) return undefined;
  const text = value.slice(comma + 1);
  if (text === '' || text.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

/** Says what is wrong with a data URI that should hold a real image. */
export function dataUriProblem(value: string): string | undefined {
  const bytes = dataUriBytes(value);
  if (bytes === undefined) return 'must be a base64 data URI of an image';
  if (bytes.length > MAX_IMAGE_BYTES) return 'is larger than 10 MB';
  return SIGNATURES.some(([, fits]) => fits(bytes)) ? undefined : 'does not hold the bytes of an image';
}

/** Says what is wrong with a URL that has to be public. */
export function publicUrlProblem(value: string, protocols: string[]): string | undefined {
  if (!URL.canParse(value)) return 'must be a URL';
  const url = new URL(value);
  if (!protocols.includes(url.protocol)) return `must be a URL with ${protocols.join(' or ')}`;
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  return isPrivate(url.hostname) ? 'must be a public URL' : undefined;
}

// WHATWG URLs write every form of an IPv4 address (decimal, octal, short) as four decimal numbers.
function isPrivate(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(name) === 4) return isPrivate4(name);
  if (isIP(name) === 6) {
    const mapped = /^(?:64:ff9b:|:(?::ffff(?::0)?)?):?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(name);
    if (mapped !== null) {
      const numbers = [mapped[1], mapped[2]]
        .map((part) => parseInt(part ?? '0', 16))
        .flatMap((part) => [part >> 8, part & 255]);
      return isPrivate4(numbers.join('.'));
    }
    return name === '::' || name === '::1' || /^(f[cd]|fe[89a-f]|ff)/.test(name);
  }
  return name === 'localhost' || !name.includes('.') || /\.(localhost|local|internal|lan|home)$/.test(name);
}

function isPrivate4(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || b === 0)) ||
    (a === 198 && (b === 18 || b === 19))
  );
}
