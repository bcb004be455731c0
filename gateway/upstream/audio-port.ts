/** The port to the providers of sound. */

import type { UpstreamContext } from './context.ts';

/** A format of recordings. */
export type AudioFormat = 'mp3' | 'opus' | 'pcm' | 'wav';

/** A request for a track of music. */
export interface MusicRequest {
  readonly model: string;
  readonly prompt: string;
  readonly instrumental: boolean;
  /** Lyrics; if absent, the provider writes them. */
  readonly lyrics?: string;
}

/** A request for speech. */
export interface SpeechRequest {
  readonly model: string;
  readonly input: string;
  /** Alias or raw id; absent for models that choose their own. */
  readonly voice?: string;
  readonly format: AudioFormat;
  /** 1 is the normal speed. */
  readonly speed: number;
  /** Seconds after which the provider stops speaking. */
  readonly maxSeconds?: number;
}

/** A request for a sound effect. */
export interface SoundRequest {
  readonly text: string;
  /** Absent means as long as the sound needs. */
  readonly seconds?: number;
  /** From 0 to 1: how closely the text is followed. */
  readonly influence?: number;
  readonly format: AudioFormat;
}

/** One finished recording at the provider. */
export interface UpstreamAudio {
  /** A temporary URL. */
  readonly source: string;
  readonly mime: string;
  readonly seconds: number;
  /** Reads the recording; rejects when the provider does not hand it out. */
  bytes(): Promise<Uint8Array>;
}

/** A finished track of music at the provider. */
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
  makeMusic(request: MusicRequest, context: UpstreamContext): Promise<UpstreamTrack>;
  speak(request: SpeechRequest, context: UpstreamContext): Promise<UpstreamAudio>;
  makeSound(request: SoundRequest, context: UpstreamContext): Promise<UpstreamAudio>;
  listVoices(context: UpstreamContext): Promise<readonly Voice[]>;
}
