import type { Run } from '../check/check.ts';
import type { Exchange } from '../check/exchange.ts';
import type { ErrorEntry } from '../contract/contract.ts';
import { headerMismatch, schemaMismatch } from '../oracle/schema-mismatch.ts';
import type { Mismatch } from '../protocol/protocol-check.ts';

/** The mismatch of a response that must be this error. */
export function errorMismatch(run: Run, entry: ErrorEntry, { received }: Exchange): Mismatch | undefined {
  if (received.status !== entry.http) {
    const what = received.status < 300 ? 'served' : `refused with ${received.status}`;
    return {
      detail: `The call was ${what}; the status must be ${entry.http}.`,
      expected: entry.http,
      actual: received.status,
    };
  }
  return (
    (entry.body && schemaMismatch(run, entry.body, received.json)) ??
    headerMismatch(run, entry.headers, received.headers)
  );
}
