import { addressLimitOf } from '../calls/responses.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { ReceivedResponse } from '../http/exchange.ts';

/** Refusals in a row after which a run ends. */
const maxRefusals = 5;

/** Counts refusals in a row that the contract does not explain: a firewall or a limiter in front of the target sends them. */
export class Refusals {
  readonly #contract: Pick<Contract, 'errors' | 'limits'>;
  readonly #operations = new Set<string>();
  #count = 0;
  #reason: string | undefined;

  constructor(contract: Pick<Contract, 'errors' | 'limits'>) {
    this.#contract = contract;
  }

  /** Why the run has to end; absent while the target lets it work. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Takes the next response of the run. */
  add(operation: Operation, received: Pick<ReceivedResponse, 'status' | 'headers'>): void {
    const { status } = received;
    if (!isRefusal(received)) {
      this.#count = 0;
      this.#operations.clear();
      return;
    }
    // A refusal that the contract states shows neither that the target lets the run work, nor that it does not.
    if (this.#isStated(operation, status)) return;
    this.#count += 1;
    this.#operations.add(operation.id);
    // One operation that refuses everything is a finding about that operation.
    if (this.#count < maxRefusals || this.#operations.size < 2) return;
    this.#reason ??= `the target refused ${this.#count} requests in a row with ${status}. Allow the run by its User-Agent or a header (-H), or slow it down with --rate.`;
  }

  #isStated(operation: Operation, status: number): boolean {
    if (status === 429 && addressLimitOf(this.#contract, operation)) return true;
    return operation.errors.some((id) => this.#contract.errors[id]?.http === status);
  }
}

/** True for a response of a firewall, or of a limiter that does not say when to come back. */
function isRefusal({ status, headers }: Pick<ReceivedResponse, 'status' | 'headers'>): boolean {
  return status === 403 || (status === 429 && headers['retry-after'] === undefined);
}
