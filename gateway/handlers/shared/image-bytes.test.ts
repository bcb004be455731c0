import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../upstream/seeded-random.ts';
import { drawPng } from '../../upstream/simulated/png.ts';
import { bytesOfDataUri, readImage } from './image-bytes.ts';

const side = fc.integer({ min: 1, max: 300 });
const png = (width: number, height: number) => Buffer.from(drawPng(width, height, randomFrom([width, height])));

function jpeg(width: number, height: number): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  return Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2],
    ...[0xff, 0xc4, 0, 3, 0], // a table between frames' markers
    ...[0xff, 0xff, 0xc2, 0, 11, 8, ...size, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, 0xff, 0xd9],
  ]);
}

function webp(chunk: string, content: readonly number[]): Buffer {
  const body = Buffer.concat([Buffer.from(`WEBP${chunk}`), Buffer.from([content.length, 0, 0, 0, ...content])]);
  const head = Buffer.alloc(8);
  head.write('RIFF');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => (value >> (8 * index)) & 255);
const padding = Array<number>(10).fill(0);
const lossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2), ...padding]);
const lossless = (width: number, height: number) =>
  webp('VP8L', [0x2f, ...little((width - 1) | ((height - 1) << 14), 4), ...padding]);
const extended = (width: number, height: number) =>
  webp('VP8X', [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3), ...padding]);

const makers = [
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', lossy],
  ['image/webp', lossless],
  ['image/webp', extended],
] as const;

describe('readImage', () => {
  test.each(makers)('reads the type and the size of %s', (mime, make) => {
    fc.assert(
      fc.property(side, side, (width, height) => {
        expect(readImage(make(width, height))).toEqual({ mime, width, height });
      }),
    );
  });

  test.each(makers)('takes no part of %s for an image', (_, make) => {
    const whole = make(40, 30);
    for (let length = 0; length < whole.length; length += 1)
      expect(readImage(whole.subarray(0, length))).toBeUndefined();
  });

  test('takes no other bytes for an image', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...makers), (bytes, [, make]) => {
        expect(readImage(Buffer.from(bytes))).toBeUndefined();
        // Nor the first bytes of one with something else after them.
        expect(readImage(Buffer.concat([make(8, 8).subarray(0, 12), bytes]))).toBeUndefined();
      }),
    );
  });

  test('takes nothing without an extent for an image', () => {
    expect(readImage(jpeg(0, 5))).toBeUndefined();
  });
});

describe('bytesOfDataUri', () => {
  test('reads the bytes in a data URI of an image', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.constantFrom('', ';charset=utf-8'), (bytes, parameter) => {
        const uri = `data:image/png${parameter};base64,${Buffer.from(bytes).toString('base64')}`;
        expect(bytesOfDataUri(uri)).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('takes any number of parameters', () => {
    expect(bytesOfDataUri(`data:image/png${';'.repeat(3_000_000)};base64,AAAA`)).toEqual(Buffer.alloc(3));
    expect(bytesOfDataUri(`data:image/png${';'.repeat(3_000_000)},AAAA`)).toBeUndefined();
  });

  test.each([
    'https://example.com/a.png',
    'data:,AAAA',
    'data:text/plain;base64,AAAA',
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'data:image/png;base64,A A A',
    'data:image/png;base64',
  ])('reads nothing from %s', (uri) => {
    expect(bytesOfDataUri(uri)).toBeUndefined();
  });
});
