import type { Issue } from '../operation.ts';

/** A call that was not sent, because the spec says that it cannot succeed. */
export class InvalidCall extends Error {
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const told = issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`).join('; ');
    super(`The call of ${operation} is not valid: ${told}.`);
    this.name = 'InvalidCall';
    this.issues = issues;
  }
}

/** A challenge that asks for something else than the spec says, so that nothing was signed. */
export class PaymentRefused extends Error {
  readonly field: string;
  readonly expected: unknown;
  readonly asked: unknown;

  constructor(field: string, expected: unknown, asked: unknown) {
    super(`Nothing was signed: the challenge's ${field} is ${text(asked)}, and ${text(expected)} was expected.`);
    this.name = 'PaymentRefused';
    this.field = field;
    this.expected = expected;
    this.asked = asked;
  }
}

/** A receipt that does not fit the payment it is for, or is missing. The call succeeded, and its answer is in `data`. */
export class ReceiptMismatch extends Error {
  readonly data: unknown;

  constructor(field: string, expected: unknown, told: unknown, data?: unknown) {
    super(`The receipt's ${field} is ${text(told)}, and ${text(expected)} was expected for what was paid.`);
    this.name = 'ReceiptMismatch';
    this.data = data;
  }
}

/** An answer that is not read or followed: a redirect, one without end, one that is not what it says it is. */
export class AnswerRefused extends Error {
  constructor(reason: string) {
    super(`The answer was refused: ${reason}.`);
    this.name = 'AnswerRefused';
  }
}

/** A job whose answers cannot be true together: another job's, or a state that cannot follow the one before it. */
export class JobMistold extends Error {
  constructor(reason: string) {
    super(`The job was not followed further: ${reason}.`);
    this.name = 'JobMistold';
  }
}

/** An answer that is not a success. */
export class CallFailed extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(operation: string, status: number, body: unknown, headers: Readonly<Record<string, string>>) {
    super(`${operation} was answered with ${status}: ${text(body)?.slice(0, 500)}`);
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
