import { readContract } from '#conformance/contract.ts';
import { loadHosts } from '../hosts.ts';
import { decimalQuote } from './decimal.ts';
import { inTurn, type Pair } from './in-turn.ts';
import type { Figure } from './main.ts';

/** Compares compiled quotes with the same formulas in `decimal.js`, over every formula that reads its request. */
export async function quoting(): Promise<Figure[]> {
  const pairs = await quotes();
  const { ours, peer, ratio, worst } = await inTurn(pairs);
  return [
    {
      what: `quotes per second, median of ${pairs.length} formulas (worst: ${worst.id}, ${worst.ratio.toFixed(0)})`,
      ours: `${(ours / 1e6).toFixed(1)} M/s`,
      peer: `decimal.js: ${(peer / 1e6).toFixed(2)} M/s`,
      value: ratio,
      aim: { atLeast: 50 },
    },
  ];
}

async function quotes(): Promise<Pair[]> {
  const found = new Map<string, Pair>();
  for (const { id, routes } of Object.values(await loadHosts())) {
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
      const compiled = () => quote(input as never).amount;
      if (decimal(input) !== compiled()) throw new Error(`The two quotes of ${operation.id} differ.`);
      found.set(price.id, {
        id: price.id,
        ours: compiled,
        peer: () => decimal(input),
      });
    }
  }
  return [...found.values()];
}
