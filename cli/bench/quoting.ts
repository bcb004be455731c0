import { readContract } from '#conformance/contract/contract.ts';
import { loadHosts } from '../hosts.ts';
import { decimalQuote } from './decimal.ts';
import type { Figure } from './figure.ts';
import { inTurn, type Pair } from './in-turn.ts';

/** Compares compiled quotes with the same formulas in `decimal.js`, over every formula that reads its request. */
export async function quoting(): Promise<Figure[]> {
  const pairs = await quotes();
  const { ours, peer, ratio, total, listed } = await inTurn(pairs);
  return [
    {
      what: `time of as many quotes of each of ${pairs.length} formulas (median ${ratio.toFixed(0)}, lowest: ${listed[0]})`,
      ours: `median ${(ours / 1e6).toFixed(1)} M/s`,
      peer: `decimal.js: median ${(peer / 1e6).toFixed(2)} M/s`,
      value: total,
      aim: { atLeast: 50 },
    },
  ];
}

async function quotes(): Promise<Pair[]> {
  const found = new Map<string, Pair>();
  for (const { id, routes } of Object.values(await loadHosts('generated'))) {
    const contract = await readContract(`generated/contracts/${id}.json`);
    for (const { operation, quote } of routes) {
      const described = contract.operations.find((each) => each.id === operation.id);
      const price = contract.prices[described?.price?.id ?? ''];
      if (!quote || !described || !price || Object.keys(price.inputs).length === 0) continue;

      const body = operation.body?.(described.example.body ?? {});
      const input = {
        request: body?.ok ? body.value : {},
        params: described.example.params ?? {},
        query: described.example.query ?? {},
      };
      const decimal = decimalQuote(contract, { ...price, inputs: { ...price.inputs, ...described.price?.inputs } });
      // Quotes take the input that their own validator made.
      if (decimal(input) !== quote(input as never).amount) throw new Error(`The two quotes of ${operation.id} differ.`);
      found.set(price.id, { id: price.id, input, ours: quote, peer: decimal });
    }
  }
  return [...found.values()];
}
