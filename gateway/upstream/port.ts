/** The port to the providers behind the gateway. */

import type { AudioUpstream } from './audio-port.ts';
import type { CharacterUpstream } from './character-port.ts';
import type { UpstreamContext, UpstreamFile } from './context.ts';
import type { DataUpstream } from './data-port.ts';
import type { PhoneUpstream } from './phone-port.ts';
import type { SandboxUpstream } from './sandbox-port.ts';
import type { SocialUpstream } from './social-port.ts';
import type { WebUpstream } from './web-port.ts';

/** A request to a text model. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly maxTokens: number;
  /** The requested service tier; the standard tier by default. */
  readonly tier?: string;
  /** Tools that the model may call. */
  readonly tools?: readonly ChatTool[];
  /** The tool that is called: any, none, or the named one. The model chooses by default. */
  readonly toolChoice?: 'any' | 'none' | { readonly name: string };
  /** JSON Schema of the text; prose by default. */
  readonly schema?: JsonSchema;
}

/** A JSON Schema as a request has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that a model may call. */
export interface ChatTool {
  readonly name: string;
  /** JSON Schema of its arguments. */
  readonly parameters: JsonSchema;
}

/** Tokens of a chat. */
export interface ChatUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** A call of a tool. */
export interface ChatCall {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
  readonly tier?: string;
}

/** One piece of a chat response. The last one is an `end`; a response that stops without it is incomplete. */
export type ChatPiece =
  | { readonly type: 'text'; readonly text: string; readonly tier?: string }
  | ChatCall
  | {
      readonly type: 'end';
      readonly finishReason: 'stop' | 'length' | 'tools';
      readonly usage: ChatUsage;
      readonly tier?: string;
    };

/** The progress of a chat in the background. */
export type ChatProgress =
  | { readonly state: 'queued' | 'in_progress' }
  | { readonly state: 'finished'; readonly pieces: readonly ChatPiece[] }
  | { readonly state: 'failed'; readonly reason: string };

/** A request to search sources. */
export interface SearchRequest {
  readonly query: string;
  readonly sources: readonly string[];
  /** Results per source. */
  readonly maxResults: number;
}

/** The summary of a search. */
export interface SearchAnswer {
  readonly summary: string;
  /** URIs. */
  readonly citations: readonly string[];
  readonly model: string;
}

/** A request for images. */
export interface ImageRequest {
  readonly model: string;
  readonly prompt: string;
  /** Pixels, `<width>x<height>`. */
  readonly size: string;
  readonly count: number;
}

/** A request to edit images; several are fused into one. */
export interface ImageEditRequest extends ImageRequest {
  /** Data URIs, at least one. */
  readonly images: readonly string[];
  /** A data URI; white marks the area to change. */
  readonly mask?: string;
}

/** A request for a clip. */
export interface VideoRequest {
  /** The gateway's own id of the order: the same order is never executed twice. */
  readonly reference: string;
  readonly model: string;
  readonly prompt: string;
  /** The kind of seeds: none, a first frame or a face, two frames, or references. */
  readonly inputType: 'text' | 'image' | 'first_last_frame' | 'reference';
  /** URLs, data URIs or the id of a face asset, in order. */
  readonly seeds: readonly string[];
  readonly seconds: number;
  /** `480p`, `720p`, `1080p` or `4K`. */
  readonly resolution: string;
  /** `16:9` and the like, or `adaptive`. */
  readonly aspectRatio: string;
  readonly hasSound: boolean;
  readonly seed?: number;
  readonly watermark: boolean;
  readonly returnsLastFrame: boolean;
}

/** The progress of a job. Times are milliseconds since 1970. */
export type JobProgress =
  | { readonly state: 'queued' | 'in_progress'; readonly expectedAt: number }
  | { readonly state: 'finished'; readonly at: number; readonly files: readonly UpstreamFile[] }
  | { readonly state: 'failed'; readonly reason: string };

/** A job that a provider accepted. */
export interface StartedJob {
  /** The data that `checkJob` needs, as text that survives a restart. */
  readonly ticket: string;
  readonly progress: JobProgress;
}

/** A clip that a provider accepted to make. */
export interface StartedVideo extends StartedJob {
  /** Id of the job at the provider. */
  readonly id: string;
}

/** A request to score how strongly each hypothesis follows from the premise. */
export interface HypothesisRequest {
  readonly model?: string;
  readonly premise: unknown;
  readonly hypotheses: readonly string[];
}

/** The scores of hypotheses. */
export interface HypothesisScores {
  readonly model: string;
  /** Name of the machine that answered. */
  readonly backend: string;
  /** One score from 0 to 1 for each hypothesis, in order. */
  readonly scores: readonly number[];
}

/** The providers. Every method rejects with an `UpstreamFailure` when the provider does not deliver. */
export interface Upstream
  extends AudioUpstream, CharacterUpstream, DataUpstream, PhoneUpstream, SandboxUpstream, SocialUpstream, WebUpstream {
  chat(request: ChatRequest, context: UpstreamContext): AsyncIterable<ChatPiece>;
  /** Starts a chat in the background; resolves to the ticket that `checkChat` needs, which can be stored. */
  startChat(request: ChatRequest, context: UpstreamContext): Promise<string>;
  checkChat(ticket: string, context: UpstreamContext): Promise<ChatProgress>;
  search(request: SearchRequest, context: UpstreamContext): Promise<SearchAnswer>;
  startImage(request: ImageRequest, context: UpstreamContext): Promise<StartedJob>;
  /** The clip is the first file of the job; the last frame, where it was requested, the second. */
  startVideo(request: VideoRequest, context: UpstreamContext): Promise<StartedVideo>;
  checkJob(ticket: string, context: UpstreamContext): Promise<JobProgress>;
  editImage(request: ImageEditRequest, context: UpstreamContext): Promise<readonly UpstreamFile[]>;
  scoreHypotheses(request: HypothesisRequest, context: UpstreamContext): Promise<HypothesisScores>;
}
