import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutClip } from './clip.ts';

interface Box {
  readonly name: string;
  readonly content: Buffer;
}

/** The boxes of a file that stand side by side. */
function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at);
    expect(size).toBeGreaterThanOrEqual(8);
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  expect(at).toBe(bytes.length);
  return boxes;
}

/** The content of a nested box. */
function inside(bytes: Buffer, ...path: readonly string[]): Buffer {
  return path.reduce((content, name) => boxesOf(content).find((box) => box.name === name)?.content ?? content, bytes);
}

const options = fc.record({
  width: fc.integer({ min: 8, max: 3840 }),
  height: fc.integer({ min: 8, max: 3840 }),
  seconds: fc.integer({ min: 1, max: 30 }),
  hasSound: fc.boolean(),
  label: fc.string({ unit: 'grapheme-ascii', maxLength: 64 }),
});
const make = (given: Parameters<typeof cutClip>[0]) => Buffer.from(cutClip(given));

describe('cutClip', () => {
  test('has a header, as many fragments as seconds, and its label', () => {
    fc.assert(
      fc.property(options, (given) => {
        const boxes = boxesOf(make(given));
        const fragments = Array.from({ length: given.seconds }, () => ['moof', 'mdat']).flat();
        expect(boxes.map(({ name }) => name)).toEqual(['ftyp', 'moov', ...fragments, 'free']);
        expect(boxes.at(-1)?.content.toString()).toBe(given.label);
      }),
      { numRuns: 30 },
    );
  });

  test('is presented in the requested size, and has a track of sound where it should', () => {
    fc.assert(
      fc.property(options, (given) => {
        const clip = make(given);
        const size = inside(clip, 'moov', 'trak', 'tkhd').subarray(-8);
        expect([size.readUInt32BE(0), size.readUInt32BE(4)]).toEqual([given.width * 65536, given.height * 65536]);
        expect(boxesOf(inside(clip, 'moov')).filter(({ name }) => name === 'trak')).toHaveLength(
          given.hasSound ? 2 : 1,
        );
      }),
      { numRuns: 30 },
    );
  });

  test.each([true, false])('goes on second by second, with sound: %s', (hasSound) => {
    const clip = make({ width: 64, height: 48, seconds: 30, hasSound, label: '' });
    const timescale = inside(clip, 'moov', 'trak', 'mdia', 'mdhd').readUInt32BE(12);
    const starts = boxesOf(clip)
      .filter(({ name }) => name === 'moof')
      .map(({ content }) => Number(inside(content, 'traf', 'tfdt').readBigUInt64BE(4)) / timescale);
    expect(starts).toEqual(Array.from({ length: 30 }, (_, second) => second));
  });
});
