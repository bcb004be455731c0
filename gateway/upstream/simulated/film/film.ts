import { encodePicture, type Picture } from './h264.ts';
import { box, halves, type Track, words, writeMp4 } from './mp4.ts';

const framesPerSecond = 24;

/** A second of silence has 44,100 samples, and each packet 1,024 of them. */
const sound = { rate: 44_100, packet: 1024, silence: Buffer.from([0x00, 0xc8, 0x00, 0x80, 0x23, 0x80]) } as const;

/** A film that shows one picture for some seconds, with a track of silence where it has sound. */
export interface Film extends Picture {
  readonly seconds: number;
  readonly hasSound: boolean;
}

/** Encodes a film as MP4 with H.264 and AAC. */
export function encodeFilm(film: Film): Uint8Array {
  return writeMp4([pictureTrack(film), ...(film.hasSound ? [soundTrack(film.seconds)] : [])]);
}

function pictureTrack(film: Film): Track {
  const { width, height, seconds } = film;
  const { sequence, parameters, first, repeat } = encodePicture(film);
  const frames = [first, ...Array.from({ length: seconds * framesPerSecond - 1 }, (_, index) => repeat(index + 1))];
  const configuration = box(
    'avcC',
    Buffer.from([1, ...sequence.subarray(1, 4), 0xff, 0xe1]),
    halves(sequence.length),
    sequence,
    Buffer.from([1]),
    halves(parameters.length),
    parameters,
  );
  const resolution = 0x480000; // 72 dots an inch
  const coding = box(
    'avc1',
    halves(0, 0, 0, 1, ...Array<number>(8).fill(0), width, height),
    words(resolution, resolution, 0),
    halves(1),
    Buffer.alloc(32),
    halves(24, 0xffff),
    configuration,
  );
  return {
    timescale: framesPerSecond,
    sampleDuration: 1,
    samples: frames.map((frame) => Buffer.concat([words(frame.length), frame])),
    picture: { width, height },
    coding,
  };
}

function soundTrack(seconds: number): Track {
  const { rate, packet, silence } = sound;
  const coding = box(
    'mp4a',
    halves(0, 0, 0, 1, 0, 0, 0, 0, 1, 16, 0, 0),
    words(rate * 0x10000),
    box('esds', words(0), aacDescription),
  );
  const samples = Array<Uint8Array>(Math.ceil((seconds * rate) / packet)).fill(silence);
  return { timescale: rate, sampleDuration: packet, samples, coding };
}

/** Nested descriptors, each with its tag and size: AAC-LC at 44.1 kHz, one channel. */
const aacDescription = Buffer.from([
  ...[0x03, 25, 0, 1, 0],
  ...[0x04, 17, 0x40, 0x15, ...Array<number>(11).fill(0)],
  ...[0x05, 2, 0x12, 0x08],
  ...[0x06, 1, 2],
]);
