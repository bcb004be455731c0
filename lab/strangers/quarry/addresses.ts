/** Judges addresses that callers hand over: public web addresses, images, wallets, phone numbers. */
import { isIP } from 'node:net';

const PRIVATE = [
  /^0\./,
  /^10\./,
  /^127\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.168\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^22[4-9]\.|^2[3-5]\d\./,
];

/** True for web addresses that do not lead into a private network. */
export function isPublicUrl(text: string, schemes: readonly string[]): boolean {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return false;
  }
  if (!schemes.includes(url.protocol) || url.username !== '') return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) === 6) return /^[23]/.test(host);
  if (isIP(host) === 4) return !PRIVATE.some((range) => range.test(host));
  return host.includes('.') && !/(^|\.)(localhost|local|internal)$/.test(host);
}

/** A photo on a public https address whose name, if it has an ending, ends like an image. */
export function isPhotoUrl(text: string): boolean {
  if (!isPublicUrl(text, ['https:'])) return false;
  const ending = /\.([a-z0-9]{2,5})$/i.exec(new URL(text).pathname)?.[1]?.toLowerCase();
  return ending === undefined || ['jpg', 'jpeg', 'png', 'webp'].includes(ending);
}

/** A data URI that really begins with the bytes of an image. */
export function isImageData(text: string): boolean {
  const match = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=]+)$/.exec(text);
  if (match === null) return false;
  const head = Buffer.from((match[1] ?? '').slice(0, 64), 'base64');
  const hex = head.toString('hex');
  const webp = head.subarray(0, 4).toString() === 'RIFF' && head.subarray(8, 12).toString() === 'WEBP';
  return hex.startsWith('89504e470d0a1a0a') || hex.startsWith('ffd8ff') || hex.startsWith('47494638') || webp;
}

export function isWallet(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text);
}

export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}
