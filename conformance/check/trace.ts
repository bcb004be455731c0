import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sent } from './check.ts';

/** One request of a sequence, as it was sent. */
export interface TracedCall {
  readonly sent: Sent;
  /** Where it went, if not to the target: the control API. */
  readonly base?: string;
  /** Calls of the same turn were under way at the same time. */
  readonly turn: number;
  /** Absent while no answer has come. */
  status?: number;
}

/** Everything that was sent on behalf of one piece of work, in the order in which it left. */
export class Trace {
  readonly calls: TracedCall[] = [];
  #turn = 0;
  #underWay = 0;

  /** Tells that a request leaves; answers what to call with the status of its answer, or without one. */
  begin(sent: Sent, base?: string): (status?: number) => void {
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

/** How long a sequence is to its reader: what is under way at the same time counts once. */
export function turnsOf(calls: readonly TracedCall[]): number {
  return new Set(calls.map(({ turn }) => turn)).size;
}

const traces = new AsyncLocalStorage<Trace | undefined>();

/** Does something and remembers what it sends. */
export function traced<T>(work: (trace: Trace) => Promise<T>): Promise<T> {
  const trace = new Trace();
  return traces.run(trace, () => work(trace));
}

/** Does what nobody has to repeat who repeats the calls by hand: giving a wallet of the suite its money, say. */
export function untraced<T>(work: () => Promise<T>): Promise<T> {
  return traces.run(undefined, work);
}

/** The trace that requests sent now belong to. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}
