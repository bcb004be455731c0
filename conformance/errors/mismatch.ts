import type { RunSettings } from '../check/run.ts';
import { headerMismatch, schemaMismatch } from '../check/schema-mismatch.ts';
import type { ErrorEntry } from '../contract/contract.ts';
import type { Exchange, Mismatch } from '../http/exchange.ts';

/** The mismatch of a response that must be this error. */
export function errorMismatch(run: RunSettings, entry: ErrorEntry, { received }: Exchange): Mismatch | undefined {
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
