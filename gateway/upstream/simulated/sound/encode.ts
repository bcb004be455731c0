import type { AudioFormat } from '../../audio-port.ts';
import { encodeMp3 } from './mp3.ts';
import { encodeOpus } from './opus.ts';
import type { Tune } from './tune.ts';
import { encodePcm, encodeWav, pcmType } from './wav.ts';

/** A way to write a tune down, and the MIME type of what comes out. */
interface Encoding {
  readonly mime: string;
  readonly encode: (tune: Tune) => Uint8Array;
}

/** How a tune is written in each format. */
export const encodings: Readonly<Record<AudioFormat, Encoding>> = {
  mp3: { mime: 'audio/mpeg', encode: encodeMp3 },
  opus: { mime: 'audio/ogg', encode: encodeOpus },
  pcm: { mime: pcmType, encode: encodePcm },
  wav: { mime: 'audio/wav', encode: encodeWav },
};
