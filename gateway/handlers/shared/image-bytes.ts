/** Type and size of an image. */
interface ImageFacts {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Reads PNG, JPEG or WebP from the structure of the file; undefined for everything else, cut files included. */
export function readImage(bytes: Buffer): ImageFacts | undefined {
  const facts = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  return facts && facts.width > 0 && facts.height > 0 ? facts : undefined;
}

/** The bytes in a `data:` URI of an image; undefined for any other text. */
export function bytesOfDataUri(uri: string): Buffer | undefined {
  const comma = uri.indexOf(',');
  // A group that repeats would take a level of the stack for each parameter.
  const head = /^data:image\/[a-z0-9.+-]+(;.*)?$/is.exec(uri.slice(0, comma));
  if (comma < 0 || !head) return undefined;
  const data = uri.slice(comma + 1);
  if (!/;base64$/i.test(head[0])) return undefined;
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data) ? Buffer.from(data, 'base64') : undefined;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A header first, data somewhere, and an end. */
function readPng(bytes: Buffer): ImageFacts | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return undefined;
  let facts: ImageFacts | undefined;
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    if (!facts && (name !== 'IHDR' || length !== 13)) return undefined;
    facts ??= { mime: 'image/png', width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    hasData ||= name === 'IDAT' && length > 0;
    if (name === 'IEND') return hasData ? facts : undefined;
    at += 12 + length;
  }
  return undefined;
}

/** Markers of frames; the other four of this range are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments down to the first scan, which the end of the image follows. */
function readJpeg(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let facts: ImageFacts | undefined;
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) return bytes.includes(Buffer.from([0xff, 0xd9]), at) ? facts : undefined;
    const length = bytes.readUInt16BE(at + 2);
    if (isFrame(marker) && at + 9 <= bytes.length) {
      facts = { mime: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + length;
  }
  return undefined;
}

/** A container whose first chunk has the size in one of three formats. */
function readWebp(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    return undefined;
  }
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  const mime = 'image/webp';
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined;
      return { mime, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      if (bytes[20] !== 0x2f) return undefined;
      return { mime, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { mime, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}
