import { AsyncLocalStorage } from 'node:async_hooks';
import type { SentRequest } from './exchange.ts';

/** One request of a sequence, as it was sent. */
export interface TracedCall {
  readonly sent: SentRequest;
  /** Where it was sent, if not to the target: the control API. */
  readonly base?: string;
  /** Calls of the same turn were under way at the same time. */
  readonly turn: number;
  /** Absent while there is no response. */
  status?: number;
}

/** All requests that were sent for one piece of work, in the order in which they were sent. */
export class Trace {
  readonly calls: TracedCall[] = [];
  #turn = 0;
  #underWay = 0;

  /** Records a request that is sent; the result is called with the status of its response, or without one. */
  begin(sent: SentRequest, base?: string): (status?: number) => void {
    if (this.#underWay === 0) this.#turn += 1;
    this.#underWay += 1;
    const call: TracedCall = { sent, turn: this.#turn, ...(base !== undefined && { base }) };
    this.calls.push(call);
    return (status) => {
      this.#underWay -= 1;
      if (status !== undefined) call.status = status;
    };
  }
}

/** The length of a sequence for its reader: calls under way at the same time count once. */
export function turnsOf(calls: readonly TracedCall[]): number {
  return new Set(calls.map(({ turn }) => turn)).size;
}

const traces = new AsyncLocalStorage<Trace | undefined>();

/** Runs work and records the requests that it sends. */
export function traced<T>(work: (trace: Trace) => Promise<T>): Promise<T> {
  const trace = new Trace();
  return traces.run(trace, () => work(trace));
}

/** Runs work whose requests need not be repeated by hand, such as funding a wallet of the suite. */
export function untraced<T>(work: () => Promise<T>): Promise<T> {
  return traces.run(undefined, work);
}

/** The trace that records requests sent now. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}
