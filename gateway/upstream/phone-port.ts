/** What handlers ask of carriers. */

import type { UpstreamContext } from './context.ts';

/** A record as its provider writes it. */
export type ProviderRecord = Readonly<Record<string, unknown>>;

export interface NumberRequest {
  /** ISO 3166, two capital letters. */
  readonly country: string;
  /** Preferred area, where the carrier has numbers there. */
  readonly areaCode?: string;
  /** Numbers that are leased already. */
  readonly taken: ReadonlySet<string>;
}

export interface VoiceCallRequest {
  /** Id by which the service knows the call; nobody can guess it. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly task: string;
  readonly voice?: string;
  readonly language: string;
  /** Minutes. */
  readonly maxDuration: number;
  readonly firstSentence?: string;
  readonly waitForGreeting?: boolean;
  /** Milliseconds. */
  readonly interruptionThreshold?: number;
  readonly model?: string;
  readonly voicemailAction?: string;
  readonly voicemailMessage?: string;
}

/** Carriers. Every method rejects with an `UpstreamFailure` when the carrier does not deliver. */
export interface PhoneUpstream {
  /** Answers with the carrier's record as it is; an unknown number has an empty one. */
  lookupPhone(phoneNumber: string, context: UpstreamContext): Promise<ProviderRecord>;
  /** The same with signals of SIM swaps and call forwarding. */
  lookupFraud(phoneNumber: string, context: UpstreamContext): Promise<ProviderRecord>;
  /** Buys a number; `undefined` when none is to be had. */
  buyNumber(request: NumberRequest, context: UpstreamContext): Promise<string | undefined>;
  renewNumber(phoneNumber: string, context: UpstreamContext): Promise<void>;
  releaseNumber(phoneNumber: string, context: UpstreamContext): Promise<void>;
  /** Those of some numbers that the carrier still holds for the service. */
  confirmNumbers(phoneNumbers: readonly string[], context: UpstreamContext): Promise<readonly string[]>;
  /** Has a call dialed; all that `checkCall` needs, as text that can be stored. */
  startCall(request: VoiceCallRequest, context: UpstreamContext): Promise<string>;
  /** Answers with the carrier's record of a call as it is. */
  checkCall(ticket: string, context: UpstreamContext): Promise<ProviderRecord>;
}
