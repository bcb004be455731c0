import type { Issue } from '../operation.ts';

/** A call that was not sent because it breaks a rule of the specification. */
export class InvalidCall extends Error {
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const reasons = issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`).join('; ');
    super(`The call of ${operation} is not valid: ${reasons}.`);
    this.name = 'InvalidCall';
    this.issues = issues;
  }
}

/** A challenge that does not match the specification, so that nothing was signed. */
export class PaymentRefused extends Error {
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;

  constructor(field: string, expected: unknown, actual: unknown) {
    super(`Nothing was signed: the challenge's ${field} is ${text(actual)}; expected ${text(expected)}.`);
    this.name = 'PaymentRefused';
    this.field = field;
    this.expected = expected;
    this.actual = actual;
  }
}

/** A receipt that does not match its payment, or is missing. The call succeeded, and its response is in `data`. */
export class ReceiptMismatch extends Error {
  readonly data: unknown;

  constructor(field: string, expected: unknown, actual: unknown, data?: unknown) {
    super(`The receipt's ${field} is ${text(actual)}; expected ${text(expected)} for this payment.`);
    this.name = 'ReceiptMismatch';
    this.data = data;
  }
}

/** A response that is not read or followed: a redirect, one that is too large, one that is not what its type says. */
export class ResponseRefused extends Error {
  constructor(reason: string) {
    super(`The response was refused: ${reason}.`);
    this.name = 'ResponseRefused';
  }
}

/** Responses about a job that contradict each other: of a different job, or with a state that cannot follow the last. */
export class JobInconsistent extends Error {
  constructor(reason: string) {
    super(`Polling stopped: ${reason}.`);
    this.name = 'JobInconsistent';
  }
}

/** A response with an error status. */
export class CallFailed extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(operation: string, status: number, body: unknown, headers: Readonly<Record<string, string>>) {
    super(`${operation} returned ${status}: ${text(body)?.slice(0, 500)}`);
    this.name = 'CallFailed';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A stream that ended with an error or before its end. */
export class StreamFailed extends Error {
  constructor(reason: unknown) {
    super(`The stream failed: ${text(reason)}`);
    this.name = 'StreamFailed';
  }
}

function text(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'missing');
}
