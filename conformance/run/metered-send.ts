/** Calls with the user's own API key: kept under the spend cap, and counted by the balance where that can be read. */

import Fraction from 'fraction.js';
import type { Exchange, Invocation, SentRequest } from '../http/exchange.ts';
import { isInterruption } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { untraced } from '../http/trace.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import { createBalanceMeter } from './balance-meter.ts';
import { chargeOf, costOf } from './charge.ts';
import { buildRequest } from './request.ts';
import type { RunParts } from './run-parts.ts';
import type { Transport } from './transport.ts';

/** Sends a call; its highest cost is set aside before, and its charge is counted after. */
export type MeteredSend = (
  invocation: Invocation,
  request: SentRequest,
  transmit: () => Promise<Exchange>,
) => Promise<Exchange>;

/** Creates a function that sends calls with an API key and counts their charges. */
export function createMeteredSend(parts: RunParts, transport: Transport, evaluator: Evaluator): MeteredSend {
  const { contract, target, spending } = parts;
  const balanceOf = contract.operations.find(
    ({ machine }) => machine && contract.machines[machine.id]?.of === 'balance',
  );
  const meter = createBalanceMeter();
  let estimate = 0n;
  let reading: Promise<void> = Promise.resolve();

  const readBalance = async () => {
    const apiKey = parts.apiKey?.();
    if (!balanceOf || apiKey === undefined) return;
    try {
      const invocation = sampleOf(balanceOf);
      const { received } = await untraced(() =>
        transport.send(invocation, buildRequest(invocation, { target, apiKey })),
      );
      if (received.status !== 200) return;
      const measured = meter(received.json, new Fraction(estimate, 1_000_000n));
      if (measured) spending.measure(measured);
    } catch (error) {
      if (!isInterruption(error)) throw error;
    }
  };
  // One reading after another, so that an older one never replaces a newer one.
  const read = () => {
    reading = reading.then(readBalance);
    return reading;
  };

  return async (invocation, request, transmit) => {
    const { operation } = invocation;
    const held = costOf(invocation, request, evaluator);
    if (!operation.price && operation.machine?.role !== 'poll') return transmit();
    spending.budget.hold(held);
    try {
      await (spending.isMeasured ? undefined : read());
      const exchange = await transmit();
      const charge = chargeOf(invocation, exchange, evaluator);
      estimate += charge;
      spending.charge(operation.id, charge);
      await read();
      return exchange;
    } finally {
      spending.budget.release(held);
    }
  };
}
