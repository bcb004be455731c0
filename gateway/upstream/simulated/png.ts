import { crc32, deflateSync } from 'node:zlib';
import type { Random } from '../seeded-random.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bands = 16;
const pixelsPerByte = 2;

/** Sizes whose compressed pixels are kept. */
const maxCachedSizes = 64;

const pixelsOfSize = new Map<string, Buffer>();

/**
 * Draws diagonal bands in sixteen colours as a PNG of exactly the requested size.
 *
 * Indexed at four bits a pixel and made of few distinct rows, even 4096 by 4096 pixels take a few kilobytes.
 */
export function drawPng(width: number, height: number, random: Random): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([4, 3, 0, 0, 0], 8); // four bits a pixel, indexed colour

  const palette = Buffer.from(Array.from({ length: bands * 3 }, () => random.integer(0, 255)));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', pixels(width, height)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The compressed scan lines, which depend on the size alone: images of one size differ in their palette. */
function pixels(width: number, height: number): Buffer {
  const size = `${width}x${height}`;
  const compressed = pixelsOfSize.get(size) ?? deflateSync(rows(width, height), { level: 6 });
  if (pixelsOfSize.size >= maxCachedSizes) pixelsOfSize.clear();
  pixelsOfSize.set(size, compressed);
  return compressed;
}

/** Lays out the scan lines, each with its filter byte in front. */
function rows(width: number, height: number): Buffer {
  const bytesPerRow = Math.ceil(width / pixelsPerByte) + 1;
  const bandWidth = Math.max(1, Math.ceil(Math.max(width, height) / bands));
  const shifts = Array.from({ length: bands }, (_, shift) => row(bytesPerRow, bandWidth, shift));
  return Buffer.concat(
    Array.from({ length: height }, (_, y) => shifts[Math.floor(y / bandWidth) % bands] ?? Buffer.alloc(bytesPerRow)),
  );
}

function row(bytesPerRow: number, bandWidth: number, shift: number): Buffer {
  const line = Buffer.alloc(bytesPerRow);
  const colour = (x: number) => (Math.floor(x / bandWidth) + shift) % bands;
  for (let index = 1; index < bytesPerRow; index++) {
    const x = (index - 1) * pixelsPerByte;
    line[index] = (colour(x) << 4) | colour(x + 1);
  }
  return line;
}

/** Wraps data into a PNG chunk: length, type, data, checksum over type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
