import { isIP } from 'node:net';
import { badField } from '../errors.ts';

/** Checks on images that clients hand us: real bytes in data URIs, and no address inside our own network. */
const MAX = 10 * 1024 * 1024;

function imageKind(bytes: Uint8Array): string | null {
  const hex = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  if (hex.startsWith('89504e470d0a1a0a')) return 'image/png';
  if (hex.startsWith('ffd8ff')) return 'image/jpeg';
  if (hex.startsWith('52494646') && hex.slice(16, 24) === '57454250') return 'image/webp';
  if (hex.startsWith('47494638')) return 'image/gif';
  return null;
}

export function dataUri(field: string, text: string): void {
  const m = /^data:(image\/[a-z.+-]+);base64,([A-Za-z0-9+/=_-]+)$/.exec(text);
  if (!m) throw badField(field, 'must be a base64 data URI of an image');
  const bytes = Buffer.from(m[2] ?? '', 'base64');
  if (imageKind(bytes) === null) throw badField(field, 'the data is not an image');
}

function privateV4(ip: string): boolean {
  const [a, b] = ip.split('.').map(Number) as [number, number];
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

/** The URL parser has already turned decimal, octal and short IPv4 spellings into four numbers. */
function privateHost(host: string): boolean {
  const name = host
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(name) === 4) return privateV4(name);
  if (isIP(name) === 6) {
    const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(name);
    if (mapped) {
      const [, high = '', low = ''] = mapped;
      const n = (parseInt(high, 16) << 16) | parseInt(low, 16);
      return privateV4([(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255].join('.'));
    }
    return name === '::' || name === '::1' || /^(f[cdef]|::)/.test(name);
  }
  return name === 'localhost' || /\.(localhost|local|internal|lan|home)$/.test(name) || !name.includes('.');
}

export function publicUrl(field: string, text: string, httpsOnly: boolean): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw badField(field, 'must be a URL');
  }
  if (url.protocol !== 'https:' && (httpsOnly || url.protocol !== 'http:'))
    throw badField(field, httpsOnly ? 'must be a public https URL' : 'must be an http(s) URL or a data URI');
  if (url.username || url.password || privateHost(url.hostname)) throw badField(field, 'must be a public address');
  return url;
}

/** Enrollment photos: https, and JPG, PNG or WEBP as far as the path tells. */
export function photoUrl(field: string, text: string): string {
  const url = publicUrl(field, text, true);
  const ext = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase();
  if (ext !== undefined && !['jpg', 'jpeg', 'png', 'webp'].includes(ext))
    throw badField(field, 'must be a JPG, PNG or WEBP image');
  return text;
}

export function seedImage(field: string, text: string): void {
  if (text.startsWith('data:')) {
    if (text.length > MAX * 1.4) throw badField(field, 'the image is larger than 10 MB');
    dataUri(field, text);
  } else publicUrl(field, text, false);
}
