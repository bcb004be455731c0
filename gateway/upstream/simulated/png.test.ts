import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../seeded-random.ts';
import { drawPng } from './png.ts';

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Reads a PNG as its specification says and rejects wrong checksums (section 5.3). */
function chunksOf(png: Uint8Array): readonly Chunk[] {
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    chunks.push({ type: body.subarray(0, 4).toString('latin1'), data: body.subarray(4) });
    at += length + 12;
  }
  return chunks;
}

const side = fc.integer({ min: 1, max: 200 });

describe('drawPng', () => {
  test('draws a PNG of the requested size with complete lines', () => {
    fc.assert(
      fc.property(side, side, fc.string(), (width, height, seed) => {
        const [header, palette, pixels, end] = chunksOf(drawPng(width, height, randomFrom(seed)));
        expect([header?.type, palette?.type, pixels?.type, end?.type]).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
        expect([header?.data.readUInt32BE(0), header?.data.readUInt32BE(4)]).toEqual([width, height]);
        expect(inflateSync(pixels?.data ?? '')).toHaveLength((Math.ceil(width / 2) + 1) * height);
      }),
    );
  });

  test('keeps the largest image under a hundred kilobytes', () => {
    expect(drawPng(4096, 4096, randomFrom('large')).length).toBeLessThan(100_000);
  });
});
