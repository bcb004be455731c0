import { readFileSync } from 'node:fs';

/** Requirements of a clip. */
export interface ClipOptions {
  /** Whole seconds, 30 at most. */
  readonly seconds: number;
  /** Pixels at which players present the picture. */
  readonly width: number;
  readonly height: number;
  readonly hasSound: boolean;
  /** Text that makes the file distinct from others with the same picture. */
  readonly label: string;
}

/** Fragmented MP4 files of 30 seconds: a header, then a `moof` and an `mdat` box for each second. */
const samples = { sound: read('clip.mp4'), silent: read('clip-silent.mp4') };

/** Cuts an MP4 of H.264, and of AAC where it has sound, out of a sample; the picture is always the same. */
export function cutClip({ seconds, width, height, hasSound, label }: ClipOptions): Uint8Array {
  const sample = hasSound ? samples.sound : samples.silent;
  const starts = fragmentsOf(sample);
  const clip = Buffer.from(sample.subarray(0, starts[seconds]));
  // The header of the track of the picture is the first; its size is in 16.16 fixed point.
  const size = clip.indexOf('tkhd') + 80;
  clip.writeUInt32BE(width << 16, size);
  clip.writeUInt32BE(height << 16, size + 4);
  return Buffer.concat([clip, freeBox(label)]);
}

/** The start of each fragment, and the end of the last one. */
function fragmentsOf(sample: Buffer): number[] {
  const starts: number[] = [];
  for (let at = 0; at < sample.length; at += sample.readUInt32BE(at)) {
    const name = sample.toString('latin1', at + 4, at + 8);
    if (name === 'moof' || name === 'mfra') starts.push(at);
  }
  return starts;
}

/** A box that players skip. */
function freeBox(text: string): Buffer {
  const box = Buffer.from(`\0\0\0\0free${text}`);
  box.writeUInt32BE(box.length, 0);
  return box;
}

function read(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url));
}
