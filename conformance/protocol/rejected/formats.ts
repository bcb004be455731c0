import { encodeJson } from '@tollwright/runtime/values/encoding';
import { isObject } from '@tollwright/runtime/values/json';
import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { needFunds } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { schemaMismatch } from '../../check/schema-mismatch.ts';
import { fieldsOf } from '../../common/json.ts';
import type { JsonSchema } from '../../contract/contract.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment, type Payment } from '../../wallet/wallet.ts';
import { judgeRefusal } from './refusal.ts';

/** A format of payments. */
interface PaymentFormat {
  /** As the end of "A payment …". */
  readonly what: string;
  /** True where the specification states that it is read. */
  readonly isRead: boolean;
  readonly encode: (payment: Payment) => string;
  /** The header that carries it; the preferred one where absent. */
  readonly name?: string | undefined;
}

/** Payments of the stated versions are read, and those of another one are refused. */
const acceptedVersions: ProtocolCheck = {
  id: 'payment.accepted.versions',
  check(run) {
    const { versions, headers } = transportOf(run.contract).payment;
    const formats = [...new Set([1, 2, Math.max(...versions) + 1])].map((version): PaymentFormat => ({
      what: `of version ${version}`,
      isRead: versions.includes(version),
      encode: (payment) => encodePayment(version === 1 ? versionOne(payment) : { ...payment, x402Version: version }),
      // The standard has another header for version 1, which it names last.
      name: version === 1 ? headers.at(-1) : undefined,
    }));
    return judgeFormats(run, formats);
  },
};

/** Payments in the stated encodings are read, and those in another one are refused. */
const acceptedEncodings: ProtocolCheck = {
  id: 'payment.accepted.encodings',
  check(run) {
    const { encodings } = transportOf(run.contract).payment;
    const formats = (['base64', 'base64url'] as const).map((encoding): PaymentFormat => ({
      what: `in ${encoding}`,
      isRead: encodings.includes(encoding),
      encode: (payment) => Buffer.from(JSON.stringify({ ...payment, note })).toString(encoding),
    }));
    return judgeFormats(run, formats);
  },
};

/** Five of each letter have three that fill four letters of base64, the last of which each encoding writes in its own way. */
const note = '>>>>>?????';

/** A payment of the stated length is read, and a longer one is refused. */
const acceptedLength: ProtocolCheck = {
  id: 'payment.accepted.length',
  check(run) {
    const { maxLength } = transportOf(run.contract).payment;
    // The length of base64 is a multiple of four.
    const longest = maxLength - (maxLength % 4);
    const formats = [longest, longest + 4].map((length): PaymentFormat => ({
      what: `of ${length} characters`,
      isRead: length <= maxLength,
      encode: (payment) => padded(payment, length),
    }));
    return judgeFormats(run, formats);
  },
};

/** A payment that lacks a field is not served, where its schema requires the field. */
const rejectedIncomplete: ProtocolCheck = {
  id: 'payment.rejected.incomplete',
  async check(run) {
    const { versions = [], schemas = {}, headers = [] } = run.contract.host.payment?.transport.payment ?? {};
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    const offer = offerOf(run, await run.challenge(invocation));
    // All of them are refused, so that one signature is enough.
    const payment = await payerOf(run).sign(offer, await run.now());
    const lacking = versions.flatMap((version) => incomplete(run, payment, version, schemas[version]));
    if (lacking.length === 0) throw new NotTestable('open', 'No schema of payments requires what the suite writes.');
    for (const { what, value, version } of lacking) {
      const name = version === 1 ? headers.at(-1) : undefined;
      const exchange = await sendPayment(run, invocation, encodeJson(value), name);
      if (!isServed(exchange)) continue;
      const detail = `A payment of version ${version} without ${what} was served.`;
      return { verdict: 'fail', detail, expected: 402, actual: exchange.received.status, exchange };
    }
    return { verdict: 'pass' };
  },
};

/** A payment without one field at a time, of those that its schema requires. */
function incomplete(run: Run, payment: Payment, version: number, schema: JsonSchema = {}) {
  const whole = version === 1 ? versionOne(payment) : { ...payment, x402Version: version };
  if (schemaMismatch(run, schema, whole)) return [];
  return fieldsIn(whole).flatMap((path) => {
    const value = without(whole, path);
    return schemaMismatch(run, schema, value) ? [{ what: path.join('.'), value, version }] : [];
  });
}

/** The paths of all fields of a value. */
function fieldsIn(value: unknown): readonly (readonly string[])[] {
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => [[name], ...fieldsIn(inner).map((path) => [name, ...path])])
    : [];
}

/** A copy of a value without the field at a path. */
function without(value: unknown, [name = '', ...inner]: readonly string[]): unknown {
  const { [name]: own, ...others } = fieldsOf(value);
  return inner.length === 0 ? others : { ...others, [name]: without(own, inner) };
}

/** Pays once in each format, and returns the first that was not read or refused as it must be. */
async function judgeFormats(run: Run, formats: readonly PaymentFormat[]): Promise<Outcome> {
  await controlPaid(run);
  const invocation = sampleOf(await cheapest(run));
  for (const { what, isRead, encode, name } of formats) {
    const offer = offerOf(run, await run.challenge(invocation));
    const payment = await payerOf(run).sign(offer, await run.now());
    const exchange = await sendPayment(run, invocation, encode(payment), name);
    const outcome = isRead ? judgeServed(run, what, exchange) : judgeRefusal(run, what, exchange, ['unreadable']);
    if (outcome) return outcome;
  }
  return { verdict: 'pass' };
}

/** Judges the response to a payment that must be read; `undefined` where its call was served. */
function judgeServed(run: Run, what: string, exchange: Exchange): Outcome | undefined {
  if (isServed(exchange)) return undefined;
  needFunds(run, exchange);
  const detail = `A call with a valid payment ${what} was not served.`;
  return { verdict: 'fail', detail, expected: 200, actual: exchange.received.status, exchange };
}

/** The same payment in version 1, which names its scheme and network alone. */
function versionOne({ accepted: { scheme, network }, payload }: Payment): object {
  return { x402Version: 1, scheme, network, payload };
}

/** A payment with a field that makes its header this long. */
function padded(payment: Payment, length: number): string {
  const bytes = (length / 4) * 3;
  const room = bytes - Buffer.byteLength(JSON.stringify({ ...payment, note: '' }));
  return encodePayment({ ...payment, note: 'x'.repeat(Math.max(room, 0)) });
}

/** The checks of the versions, the encodings, the length and the fields in which payments are read. */
export const formatChecks: readonly ProtocolCheck[] = [
  acceptedVersions,
  acceptedEncodings,
  acceptedLength,
  rejectedIncomplete,
];
