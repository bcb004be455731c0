/** The port to carriers. */

import type { UpstreamContext } from './context.ts';

/** A record as its provider writes it. */
export type ProviderRecord = Readonly<Record<string, unknown>>;

/** A request to buy a number. */
export interface NumberRequest {
  /** The service's id of the order, by which `cancelOrder` finds the number. */
  readonly id: string;
  /** ISO 3166, two capital letters. */
  readonly country: string;
  /** Preferred area, where the carrier has numbers there. */
  readonly areaCode?: string;
  /** Numbers that are leased already. */
  readonly taken: ReadonlySet<string>;
}

/** A request to start a voice call. */
export interface VoiceCallRequest {
  /** The service's own id of the call, which cannot be guessed. */
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
  /** Resolves to the carrier's record, unchanged; that of an unknown number is empty. */
  lookupPhone(phoneNumber: string, context: UpstreamContext): Promise<ProviderRecord>;
  /** The same with signals of SIM swaps and call forwarding. */
  lookupFraud(phoneNumber: string, context: UpstreamContext): Promise<ProviderRecord>;
  /** Buys a number; `undefined` when none is available. */
  buyNumber(request: NumberRequest, context: UpstreamContext): Promise<string | undefined>;
  /** Releases the number of an order, also if its response was lost. */
  cancelOrder(id: string, context: UpstreamContext): Promise<void>;
  renewNumber(phoneNumber: string, context: UpstreamContext): Promise<void>;
  releaseNumber(phoneNumber: string, context: UpstreamContext): Promise<void>;
  /** Filters numbers to those that the carrier still reserves for the service. */
  confirmNumbers(phoneNumbers: readonly string[], context: UpstreamContext): Promise<readonly string[]>;
  /** Starts a call; resolves to the ticket that `checkCall` needs, which can be stored. */
  startCall(request: VoiceCallRequest, context: UpstreamContext): Promise<string>;
  /** Resolves to the carrier's record of a call, unchanged. */
  checkCall(ticket: string, context: UpstreamContext): Promise<ProviderRecord>;
}
