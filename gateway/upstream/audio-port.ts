/** What handlers ask of the providers of sound. */

import type { Occasion } from './port.ts';

export type AudioFormat = 'mp3' | 'opus' | 'pcm' | 'wav';

export interface MusicAsk {
  readonly model: string;
  readonly prompt: string;
  readonly instrumental: boolean;
  /** What is sung; the provider writes it where it is absent. */
  readonly lyrics?: string;
}

export interface SpeechAsk {
  readonly model: string;
  readonly input: string;
  /** Alias or raw id; absent for models that choose their own. */
  readonly voice?: string;
  readonly format: AudioFormat;
  /** 1 is the usual pace. */
  readonly speed: number;
  /** Seconds after which the provider stops speaking. */
  readonly longest?: number;
}

export interface SoundAsk {
  readonly text: string;
  /** Absent means as long as the sound needs. */
  readonly seconds?: number;
  /** From 0 to 1: how closely the text is followed. */
  readonly influence?: number;
  readonly format: AudioFormat;
}

/** One finished recording as the provider holds it. */
export interface UpstreamAudio {
  /** A temporary URL. */
  readonly source: string;
  readonly mime: string;
  readonly seconds: number;
  /** Reads the recording; rejects when the provider does not hand it out. */
  bytes(): Promise<Uint8Array>;
}

export interface UpstreamTrack extends UpstreamAudio {
  /** Present unless the track is an instrumental. */
  readonly lyrics?: string;
}

/** A voice that speech may have. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
}

/** The providers of sound. Every method rejects with an `UpstreamFailure` when the provider does not deliver. */
export interface AudioUpstream {
  makeMusic(ask: MusicAsk, occasion: Occasion): Promise<UpstreamTrack>;
  speak(ask: SpeechAsk, occasion: Occasion): Promise<UpstreamAudio>;
  makeSound(ask: SoundAsk, occasion: Occasion): Promise<UpstreamAudio>;
  listVoices(occasion: Occasion): Promise<readonly Voice[]>;
}
