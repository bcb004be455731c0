/** What a public image address and real image bytes are. */
const PRIVATE = [
  /^10\./,
  /^127\./,
  /^0\./,
  /^169\.254\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
];

/** Whether a host name can only be outside; the URL parser has already made decimal and octal forms dotted. */
function publicHost(host: string): boolean {
  if (host.startsWith('[') || host === 'localhost' || host.endsWith('.localhost')) return false;
  if (host.endsWith('.internal') || host.endsWith('.local')) return false;
  if (/^[\d.]+$/.test(host)) return !PRIVATE.some((range) => range.test(host));
  return host.includes('.');
}

export function publicUrl(text: string, schemes: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !schemes.includes(url.protocol) || !publicHost(url.hostname)) return undefined;
  return url;
}

/** Whether the path names a JPG, PNG or WEBP, or names no kind at all. */
export function photoPath(url: URL): boolean {
  const ending = /\.(\w{2,5})$/.exec(url.pathname);
  return ending === null || ['jpg', 'jpeg', 'png', 'webp'].includes((ending[1] ?? '').toLowerCase());
}

/** Whether a data URI holds the first bytes of a PNG, JPEG, WEBP or GIF. */
export function realImage(uri: string): boolean {
  const found = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)$/.exec(uri);
  if (found === null) return false;
  const bytes = Buffer.from(found[1] ?? '', 'base64');
  const hex = bytes.subarray(0, 12).toString('hex');
  if (hex.startsWith('89504e470d0a1a0a') || hex.startsWith('ffd8ff') || hex.startsWith('47494638')) return true;
  return hex.startsWith('52494646') && hex.endsWith('57454250');
}
