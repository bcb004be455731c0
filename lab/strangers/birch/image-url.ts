import { on } from './faults.ts';

/** The most bytes of an image. */
const MAX_IMAGE = 10 * 1024 * 1024;

const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|localdomain)$/;

function privateV4(a: number, b: number, c: number): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < (on('face-private-172') ? 17 : 32)) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

/** Whether a host name of a parsed URL is public. URL parsing has already turned decimal and octal forms into dotted ones. */
function isPublicHost(name: string): boolean {
  const v4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(name);
  if (v4) return !privateV4(Number(v4[1]), Number(v4[2]), Number(v4[3]));
  // IPv6 literals can wrap private addresses in several ways (mapped, NAT64, 6to4): only global unicast outside them is taken.
  if (name.startsWith('[')) return /^\[2[0-9a-f]{3}:/.test(name) && !/^\[2002:/.test(name) && !/^\[2001:0?:/.test(name);
  const bare = name.replace(/\.$/, '');
  return bare.includes('.') && !PRIVATE_NAMES.test(bare);
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** What is wrong with the URL of an image to fetch; undefined when nothing is. */
export function imageUrlProblem(text: string, httpsOnly: boolean): string | undefined {
  const url = parse(text);
  if (!url || !(url.protocol === 'https:' || (!httpsOnly && url.protocol === 'http:'))) {
    return httpsOnly ? 'must be a public https URL' : 'must be a public URL or a data URI';
  }
  if (url.username !== '' || url.password !== '' || !isPublicHost(url.hostname)) return 'must name a public host';
  const extension = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase();
  if (httpsOnly && extension !== undefined && !['jpg', 'jpeg', 'png', 'webp'].includes(extension))
    return 'must be a JPG, PNG or WEBP image';
  return undefined;
}

function imageKind(bytes: Buffer): string | undefined {
  const hex = bytes.subarray(0, 12).toString('hex');
  if (hex.startsWith('89504e470d0a1a0a')) return 'png';
  if (hex.startsWith('ffd8ff')) return 'jpeg';
  if (hex.startsWith('52494646') && hex.endsWith('57454250')) return 'webp';
  return /^474946383[79]61/.test(hex) ? 'gif' : undefined;
}

/** What is wrong with a data URI; undefined when nothing is. `real` demands the bytes of an image. */
export function dataUriProblem(text: string, real: boolean): string | undefined {
  const match = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/i.exec(text);
  if (!match) return 'must be a data URI of an image in base64';
  const bytes = Buffer.from(match[1] ?? '', 'base64');
  if (bytes.length > MAX_IMAGE) return 'must have at most 10 MB';
  if (on('video-jpeg-unchecked') && /^data:image\/jpe?g;/i.test(text)) return undefined;
  return real && imageKind(bytes) === undefined ? 'does not hold the bytes of an image' : undefined;
}
