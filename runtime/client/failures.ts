import type { Issue } from '../validation/issue.ts';
import { read } from '../values/json.ts';
import { ClientError, type Outcome } from './client-error.ts';

/** A call that was not sent because it breaks a rule of the specification. */
export class InvalidCall extends ClientError {
  override readonly name = 'InvalidCall';
  readonly issues: readonly Issue[];

  constructor(operation: string, issues: readonly Issue[]) {
    const reasons = issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`).join('; ');
    super(`The call of ${operation} is not valid: ${reasons}.`, { code: 'invalid_call', charged: false });
    this.issues = issues;
  }
}

/** A challenge that does not match the specification, so that nothing was signed. */
export class PaymentRefused extends ClientError {
  override readonly name: string = 'PaymentRefused';
  readonly field: string;
  readonly expected: unknown;
  readonly actual: unknown;

  constructor(field: string, expected: unknown, actual: unknown, reason?: string) {
    const mismatch = `the challenge's ${field} is ${text(actual)}; expected ${text(expected)}.`;
    super(`Nothing was signed: ${reason ?? mismatch}`, { code: 'payment_refused', status: 402, charged: false });
    this.field = field;
    this.expected = expected;
    this.actual = actual;
  }
}

/** A receipt that does not match its payment, or is missing. The call succeeded, and its response is in `data`. */
export class ReceiptMismatch extends ClientError {
  override readonly name = 'ReceiptMismatch';
  readonly data: unknown;

  constructor(field: string, expected: unknown, actual: unknown, data?: unknown) {
    super(`The receipt's ${field} is ${text(actual)}; expected ${text(expected)} for this payment.`, {
      code: 'receipt_mismatch',
    });
    this.data = data;
  }
}

/** A response that the client does not accept: a redirect, a body that is too large, or one that contradicts its type. */
export class ResponseRefused extends ClientError {
  override readonly name = 'ResponseRefused';

  constructor(reason: string) {
    super(`The response was refused: ${reason}.`, { code: 'response_refused' });
  }
}

/** Responses about a job that contradict each other: of a different job, or with a state that cannot follow the last. */
export class JobInconsistent extends ClientError {
  override readonly name = 'JobInconsistent';

  constructor(reason: string) {
    super(`Polling stopped: ${reason}.`, { code: 'job_inconsistent' });
  }
}

/** No response arrived: the connection failed, or the call took too long (code `timeout`). */
export class ConnectionFailed extends ClientError {
  override readonly name = 'ConnectionFailed';

  constructor(operation: string, charged: boolean | undefined, cause: unknown) {
    const isLate =
      read(cause, 'name') === 'TimeoutError' || (cause instanceof DOMException && cause.name === 'TimeoutError');
    const reason = isLate ? 'did not end in time' : 'got no response';
    super(
      `${operation} ${reason}: ${cause instanceof Error ? cause.message : text(cause)}.`,
      {
        code: isLate ? 'timeout' : 'connection_failed',
        charged,
      },
      { cause },
    );
  }
}

/** A response with an error status. */
export class CallFailed extends ClientError {
  override readonly name = 'CallFailed';
  declare readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    operation: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
    outcome: Omit<Outcome, 'code'> & { readonly status: number },
  ) {
    const { status } = outcome;
    super(`${operation} returned ${status}: ${text(body)?.slice(0, 500)}`, { ...outcome, code: codeOf(body, status) });
    this.body = body;
    this.headers = headers;
  }
}

/** A stream that ended with an error or was cut off. */
export class StreamFailed extends ClientError {
  override readonly name = 'StreamFailed';

  constructor(reason: unknown) {
    super(`The stream failed: ${text(reason)}`, { code: 'stream_failed' });
  }
}

/** The code in an error body, in any of the usual forms. */
function codeOf(body: unknown, status: number): string {
  const codes = [read(body, 'code'), read(body, 'error', 'code'), read(body, 'error', 'type')];
  return codes.find((code) => typeof code === 'string') ?? `http_${status}`;
}

function text(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'missing');
}
