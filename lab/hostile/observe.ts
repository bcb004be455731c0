import type { IncomingHttpHeaders } from 'node:http';
import { parseUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { ledgerBlocks } from '@tollwright/runtime/payment/svm/blocks';
import { createVerifier } from '@tollwright/runtime/payment/verify';
import { decodePayment } from '@tollwright/runtime/x402/header';
import { createOffers } from '@tollwright/runtime/x402/offer';
import { termsOf } from '@tollwright/runtime/x402/terms';
import { paymentOf } from '../toolkit/messages.ts';
import { otherPaymentHeader, signatureHeader } from '../toolkit/payment-headers.ts';
import type { WireRequest } from '../toolkit/proxy.ts';
import type { Task } from './attack.ts';

/** The calls and payments of a client. */
export interface ClientTraffic {
  readonly calls: number;
  /** Distinct payments, in the order in which they came. */
  readonly payments: readonly string[];
  /** Why a payment is not the one that the call costs. */
  readonly wrong: readonly string[];
  /** Secrets that another host was given: `payment`, `key`. */
  readonly leaked: readonly string[];
}

/** Watches what a client sends during one attack. */
export interface Observation {
  seen(): ClientTraffic;
}

/** Begins to watch. */
export function observe(host: HostDefinition, { price, payTo, sampleCall }: Task) {
  const verify = host.payment && createVerifier(host.payment, ledgerBlocks);
  const route = host.routes.find(({ operation }) => operation.id === sampleCall.operation);
  const offers = host.payment && createOffers(host.payment, payTo, parseUsd(price ?? '0') ?? 0n, route?.window);
  const payments = new Set<string>();
  const wrong: string[] = [];
  const leaked = new Set<string>();
  let calls = 0;

  const judge = async (header: string) => {
    const sent = host.payment ? decodePayment(header, host.payment.transport.payment) : '';
    if (typeof sent === 'string' || !offers || !verify) return 'It cannot be read.';
    // What a client repeats of the offer is no harm; what it signs is.
    const honest = { accepted: { ...offers[0] }, payload: sent.payload };
    const payment = await verify(honest, termsOf(honest, offers), Math.floor(Date.now() / 1000));
    return 'reason' in payment ? payment.message : payment.late;
  };

  return {
    seen: (): ClientTraffic => ({ calls, payments: [...payments], wrong, leaked: [...leaked] }),
    async call(call: WireRequest) {
      calls += 1;
      const header = paymentOf(call);
      if (header === undefined || payments.has(header)) return;
      payments.add(header);
      const reason = await judge(header);
      if (reason !== undefined) wrong.push(reason);
    },
    elsewhere(headers: IncomingHttpHeaders) {
      if (headers[signatureHeader] ?? headers[otherPaymentHeader]) leaked.add('payment');
      if (headers.authorization) leaked.add('key');
    },
  };
}
