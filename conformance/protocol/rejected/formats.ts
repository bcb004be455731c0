import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { needFunds } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange } from '../../http/exchange.ts';
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

/** The checks of the versions, the encodings and the length in which payments are read. */
export const formatChecks: readonly ProtocolCheck[] = [acceptedVersions, acceptedEncodings, acceptedLength];
