import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bits } from './bits.ts';
import { encodeFilm, type Film } from './film.ts';
import { encodePicture } from './h264.ts';

interface Box {
  readonly name: string;
  readonly start: number;
  readonly content: Buffer;
}

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** The boxes of a file, those within others after them. */
function boxesOf(bytes: Buffer, from = 0): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at < bytes.length) {
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + size);
    expect(size).toBeGreaterThanOrEqual(8);
    boxes.push({ name, start: from + at, content });
    if (containers.has(name)) boxes.push(...boxesOf(content, from + at + 8));
    at += size;
  }
  expect(at).toBe(bytes.length);
  return boxes;
}

const film = fc.record({
  width: fc.integer({ min: 8, max: 200 }).map((half) => half * 2),
  height: fc.integer({ min: 8, max: 200 }).map((half) => half * 2),
  seconds: fc.integer({ min: 1, max: 5 }),
  hasSound: fc.boolean(),
});
const shaded = (parts: Omit<Film, 'shadeAt'>): Film => ({ ...parts, shadeAt: (height) => [200 * height, 128, 0] });

describe('encodeFilm', () => {
  test('is a file of boxes whose tables lead to every sample', () => {
    fc.assert(
      fc.property(film, (parts) => {
        const bytes = Buffer.from(encodeFilm(shaded(parts)));
        const boxes = boxesOf(bytes);
        const named = (name: string) => boxes.filter((each) => each.name === name);
        expect(boxes.filter(({ name }) => ['ftyp', 'moov', 'mdat'].includes(name)).map(({ name }) => name)).toEqual([
          'ftyp',
          'moov',
          'mdat',
        ]);
        expect(named('trak')).toHaveLength(parts.hasSound ? 2 : 1);

        // Samples follow one another from where each track begins to the end of the file.
        let at = (named('mdat')[0]?.start ?? 0) + 8;
        for (const [index, { content: sizes }] of named('stsz').entries()) {
          expect(named('stco')[index]?.content.readUInt32BE(8)).toBe(at);
          const count = sizes.readUInt32BE(8);
          for (let sample = 0; sample < count; sample += 1) at += sizes.readUInt32BE(12 + 4 * sample);
        }
        expect(at).toBe(bytes.length);
      }),
      { numRuns: 30 },
    );
  });

  test('lasts as long and is as large as it is asked to be', () => {
    fc.assert(
      fc.property(film, (parts) => {
        const boxes = boxesOf(Buffer.from(encodeFilm(shaded(parts))));
        const header = boxes.find(({ name }) => name === 'tkhd')?.content;
        const length = boxes.find(({ name }) => name === 'mdhd')?.content;
        expect([header?.readUInt32BE(76), header?.readUInt32BE(80)]).toEqual([parts.width << 16, parts.height << 16]);
        expect((length?.readUInt32BE(16) ?? 0) / (length?.readUInt32BE(12) ?? 1)).toBe(parts.seconds);
      }),
      { numRuns: 30 },
    );
  });
});

describe('encodePicture', () => {
  test('holds nothing that looks like the start of another unit', () => {
    fc.assert(
      fc.property(film, fc.integer({ min: 1, max: 1000 }), (parts, index) => {
        const { sequence, parameters, first, repeat } = encodePicture({ ...parts, shadeAt: () => [0, 0, 1] });
        for (const unit of [sequence, parameters, first, repeat(index)]) {
          expect(Buffer.from(unit).toString('hex')).not.toMatch(/^(..)*00000[0-2]/);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('Bits', () => {
  test('writes codes from which the numbers can be read again', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100_000 })), (values) => {
        const bits = [...new Bits().codes(...values).bytes()].map((byte) => byte.toString(2).padStart(8, '0')).join('');
        let at = 0;
        const read = values.map(() => {
          const zeros = bits.indexOf('1', at) - at;
          at += 2 * zeros + 1;
          return Number.parseInt(bits.slice(at - zeros - 1, at), 2) - 1;
        });
        expect(read).toEqual(values);
      }),
    );
  });
});
