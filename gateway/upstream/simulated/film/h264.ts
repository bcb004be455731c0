import { Bits } from './bits.ts';

/** Brightness and colour of one line of a picture: luma, blue and red difference, each from 0 to 255. */
export type Shade = readonly [luma: number, blue: number, red: number];

/** A picture whose lines have one shade each. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The shade at a height from 0, the top, to 1. */
  shadeAt(height: number): Shade;
}

/** A picture as H.264 frames in the baseline profile: one that shows it, and any number that repeat it. */
export interface EncodedPicture {
  readonly sequence: Uint8Array;
  readonly parameters: Uint8Array;
  readonly first: Uint8Array;
  repeat(index: number): Uint8Array;
}

/** Pixels of a macroblock's side. */
const block = 16;

/** Frames that come between two with the same number; no clip is that long. */
const frameNumberBits = 16;

/** Kinds of network abstraction layer units with the weight of what they hold. */
const unit = { repeat: 0x41, first: 0x65, sequence: 0x67, parameters: 0x68 } as const;

/**
 * Encodes a picture.
 *
 * The first macroblock of each row holds its samples as they are, all others repeat what is left of them, and every
 * later frame skips all macroblocks, so that nothing has to be transformed.
 */
export function encodePicture(picture: Picture): EncodedPicture {
  const columns = Math.ceil(picture.width / block);
  const rows = Math.ceil(picture.height / block);
  return {
    sequence: wrap(unit.sequence, sequenceBits(picture, columns, rows)),
    parameters: wrap(
      unit.parameters,
      new Bits().codes(0, 0).number(0, 2).codes(0, 0, 0).number(0, 3).codes(0, 0, 0).number(0b100, 3),
    ),
    first: wrap(unit.first, firstBits(picture, columns, rows)),
    repeat: (index) =>
      wrap(
        unit.repeat,
        new Bits()
          .codes(0, 5, 0)
          .number(index, frameNumberBits)
          .number(0, 3)
          .codes(0, 1, columns * rows),
      ),
  };
}

function sequenceBits({ width, height }: Picture, columns: number, rows: number): Bits {
  const [right, bottom] = [(columns * block - width) / 2, (rows * block - height) / 2];
  return new Bits()
    .append([66, 0xc0, levelOf(columns * rows)])
    .codes(0, frameNumberBits - 4, 2, 1)
    .number(0, 1)
    .codes(columns - 1, rows - 1)
    .number(0b111, 3) // whole frames, and a crop
    .codes(0, right, 0, bottom)
    .number(0, 1);
}

/** The lowest common level that takes so many macroblocks at 24 frames a second. */
function levelOf(macroblocks: number): number {
  if (macroblocks <= 1620) return 30;
  if (macroblocks <= 3600) return 31;
  return macroblocks <= 8192 ? 40 : 51;
}

function firstBits(picture: Picture, columns: number, rows: number): Bits {
  const bits = new Bits().codes(0, 7, 0).number(0, frameNumberBits).codes(0).number(0, 2).codes(0, 1);
  for (let row = 0; row < rows; row += 1) {
    bits
      .codes(25)
      .align()
      .append(samples(picture, row * block));
    for (let column = 1; column < columns; column += 1) {
      bits.codes(2, 1, 0); // predicted from the left, luma and chroma alike
      // No coefficients; beside samples as they are, that is spelt another way.
      if (column === 1) bits.number(0b000011, 6);
      else bits.number(1, 1);
    }
  }
  return bits;
}

/** The samples of a macroblock whose first line is at a height: luma, then both colours at half the size. */
function samples({ height, shadeAt }: Picture, top: number): readonly number[] {
  const plane = (part: 0 | 1 | 2, size: number) =>
    Array.from({ length: size * size }, (_, index) => {
      const line = top + (Math.floor(index / size) * block) / size;
      return Math.round(shadeAt(Math.min(1, line / height))[part]);
    });
  return [...plane(0, block), ...plane(1, block / 2), ...plane(2, block / 2)];
}

/** Ends a unit and keeps what looks like the start of another one out of it. */
function wrap(kind: number, bits: Bits): Uint8Array {
  const escaped: number[] = [kind];
  let zeros = 0;
  for (const byte of bits.number(1, 1).bytes()) {
    if (zeros >= 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(escaped);
}
