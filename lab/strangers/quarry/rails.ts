/** The two ways to pay that this gateway knows, behind one shape: what is offered, and how a payload is checked. */
import type { Obj, Paid } from './wire.ts';

export interface Offer {
  scheme: string;
  network: string;
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra: Obj;
}

/** Why an authorization is refused; the word picks the code that the caller sees. */
export class Rejected extends Error {
  readonly why: 'invalid' | 'unfunded' | 'stale' | 'replay';

  constructor(why: 'invalid' | 'unfunded' | 'stale' | 'replay', sentence: string) {
    super(sentence);
    this.why = why;
  }
}

export interface Rail {
  offers: (amount: number, window: number, partner: boolean) => Offer[];
  /** Checks the payload against the offer that it accepts; throws Rejected. */
  check: (payload: Obj, offer: Offer) => Promise<Paid>;
  /** What is checked only after a replay is ruled out: windows and blockhashes. */
  timely: (payload: Obj, paid: Paid) => void;
  receipt: (paid: Paid) => string;
}
