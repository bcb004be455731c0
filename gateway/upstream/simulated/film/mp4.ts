/** One track of a film. */
export interface Track {
  /** Units of time in a second. */
  readonly timescale: number;
  /** Units that each sample lasts. */
  readonly sampleDuration: number;
  readonly samples: readonly Uint8Array[];
  /** Size in pixels; absent for sound. */
  readonly picture?: { readonly width: number; readonly height: number };
  /** The box that says how samples are coded. */
  readonly coding: Uint8Array;
}

const matrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** Puts tracks into an MP4 file that can be played while it arrives. */
export function writeMp4(tracks: readonly Track[]): Uint8Array {
  const brand = box('ftyp', text('isom'), words(0x200), text('isomiso2avc1mp41'));
  const data = tracks.map(({ samples }) => Buffer.concat(samples));
  // Where the data begins depends on the size of what is before it, which is the same whatever is written there.
  const index = movie(
    tracks,
    tracks.map(() => 0),
  );
  let offset = brand.length + index.length + 8;
  const offsets = data.map(({ length }) => {
    offset += length;
    return offset - length;
  });
  return Buffer.concat([brand, movie(tracks, offsets), box('mdat', ...data)]);
}

/** A box: its size, its name, what it holds. */
export function box(name: string, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([words(body.length + 8), text(name), body]);
}

/** Whole numbers of four bytes. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** Whole numbers of two bytes. */
export function halves(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

export function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}

function movie(tracks: readonly Track[], offsets: readonly number[]): Buffer {
  const longest = Math.max(...tracks.map(milliseconds));
  const header = box(
    'mvhd',
    words(0, 0, 0, 1000, longest, 0x10000),
    halves(0x100, 0),
    words(0, 0, ...matrix, 0, 0, 0, 0, 0, 0, tracks.length + 1),
  );
  return box('moov', header, ...tracks.map((track, index) => trackBox(track, index + 1, offsets[index] ?? 0)));
}

function trackBox(track: Track, id: number, offset: number): Buffer {
  const { width, height } = track.picture ?? { width: 0, height: 0 };
  const header = box(
    'tkhd',
    words(3, 0, 0, id, 0, milliseconds(track), 0, 0),
    halves(0, 0, track.picture ? 0 : 0x100, 0),
    words(...matrix, width * 0x10000, height * 0x10000),
  );
  return box('trak', header, media(track, offset));
}

function media(track: Track, offset: number): Buffer {
  const { timescale, sampleDuration, samples, picture, coding } = track;
  const undetermined = 0x55c4;
  const header = box('mdhd', words(0, 0, 0, timescale, samples.length * sampleDuration), halves(undetermined, 0));
  const handler = box('hdlr', words(0, 0), text(picture ? 'vide' : 'soun'), words(0, 0, 0), text('\0'));
  const kind = picture ? box('vmhd', words(1), halves(0, 0, 0, 0)) : box('smhd', words(0), halves(0, 0));
  const here = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
  const table = box(
    'stbl',
    box('stsd', words(0, 1), coding),
    box('stts', words(0, 1, samples.length, sampleDuration)),
    ...(picture ? [box('stss', words(0, 1, 1))] : []),
    box('stsc', words(0, 1, 1, samples.length, 1)),
    box('stsz', words(0, 0, samples.length, ...samples.map(({ length }) => length))),
    box('stco', words(0, 1, offset)),
  );
  return box('mdia', header, handler, box('minf', kind, here, table));
}

function milliseconds({ samples, sampleDuration, timescale }: Track): number {
  return Math.round((samples.length * sampleDuration * 1000) / timescale);
}
