import { addressLimitOf } from '../calls/responses.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { ReceivedResponse } from '../http/exchange.ts';

/**
 * How many refusals in a row, of how many operations, end a run. One operation that refuses everything is a finding about
 * that operation.
 */
const limits = { unexplained: { count: 5, operations: 2 }, any: { count: 20, operations: 5 } };

/** Counts refusals in a row: a firewall or a limiter in front of the target sends them. */
export class Refusals {
  readonly #contract: Pick<Contract, 'errors' | 'limits'>;
  /** The operations of the refusals in a row that the contract does not explain, and of all of them. */
  #rows: Readonly<Record<keyof typeof limits, readonly string[]>> = { unexplained: [], any: [] };
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
      this.#rows = { unexplained: [], any: [] };
      return;
    }
    const { unexplained, any } = this.#rows;
    this.#rows = {
      unexplained: this.#isStated(operation, status) ? unexplained : [...unexplained, operation.id],
      any: [...any, operation.id],
    };
    for (const kind of ['unexplained', 'any'] as const) {
      const row = this.#rows[kind];
      const { count, operations } = limits[kind];
      if (row.length < count || new Set(row).size < operations) continue;
      this.#reason ??= `the target refused ${row.length} requests in a row with ${status}. Allow the run by its User-Agent or a header (-H), or slow it down with --rate.`;
    }
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
