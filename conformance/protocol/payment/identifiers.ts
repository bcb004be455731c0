/** Identifiers of payments: a repeated request with one gets the kept response, and no other payment may have it. */

import { randomHex } from '@tollwright/runtime/values/encoding';
import { repeated } from '@tollwright/runtime/x402/extensions';
import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Exchange } from '../../http/exchange.ts';
import { UnexpectedResponse } from '../../http/interruption.ts';
import { receiptNames, requirementsIn, transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** A call that was bought by a payment with an identifier. */
interface IdentifiedCall {
  /** The value of the header of its payment. */
  readonly header: string;
  readonly exchange: Exchange;
  /** Signs another payment with the same identifier. */
  sign(): Promise<string>;
  send(header: string): Promise<Exchange>;
}

/** Buys the cheapest call by a payment with an identifier, and judges it; fails where the challenge declares no identifiers. */
async function judgeIdentified(run: Run, judge: (call: IdentifiedCall) => Promise<Outcome>): Promise<Outcome> {
  await controlPaid(run);
  const invocation = sampleOf(await cheapest(run));
  const challenge = await run.challenge(invocation);
  const { json, headers } = challenge.exchange.received;
  const { resource, extensions } = requirementsIn(transportOf(run.contract), json, headers);
  const own = repeated(extensions, `tollwright_${randomHex(16)}`);
  if (own?.['payment-identifier'] === undefined) {
    const detail = 'The challenge does not declare the extension payment-identifier.';
    return { verdict: 'fail', detail, exchange: challenge.exchange };
  }
  const sign = async () => {
    const payment = await payerOf(run).sign(offerOf(run, challenge), await run.now());
    return encodePayment({ ...payment, ...(resource !== undefined && { resource }), extensions: own });
  };
  const send = (value: string) => sendPayment(run, invocation, value);
  const header = await sign();
  const exchange = await send(header);
  if (!isServed(exchange)) throw new UnexpectedResponse('A payment with an identifier was not served.', exchange);
  return judge({ header, exchange, sign, send });
}

/** A client that lost the response sends the same payment again, and is neither refused nor charged. */
const identifierRepeated: ProtocolCheck = {
  id: 'payment.identifier.repeated',
  check: (run) =>
    judgeIdentified(run, async ({ header, exchange: first, send }) => {
      const exchange = await send(header);
      const names = receiptNames(transportOf(run.contract), 'settlement').map((name) => name.toLowerCase());
      const [paid, kept] = [first, exchange].map(({ received: { status, text, headers } }) => ({
        status,
        body: text,
        receipts: names.map((name) => headers[name] ?? null),
      }));
      if (JSON.stringify(paid) === JSON.stringify(kept)) return { verdict: 'pass' };
      const detail = 'A repeated request with the identifier of its payment got another response.';
      return { verdict: 'fail', detail, expected: paid, actual: kept, exchange };
    }),
};

/** An identifier that was used with one payment cannot stand for another one. */
const identifierConflict: ProtocolCheck = {
  id: 'payment.identifier.conflict',
  check: (run) =>
    judgeIdentified(run, async ({ sign, send }) => {
      const exchange = await send(await sign());
      const { status } = exchange.received;
      if (status === 409) return { verdict: 'pass' };
      const detail = 'Another payment with a used identifier was not refused as a conflict.';
      return { verdict: 'fail', detail, expected: 409, actual: status, exchange };
    }),
};

/** The checks of the extension `payment-identifier`. */
export const identifierChecks: readonly ProtocolCheck[] = [identifierRepeated, identifierConflict];
