import { Bench } from 'tinybench';
import { readContract } from '#conformance/contract.ts';
import type { HostDefinition } from '#runtime/operation.ts';
import { loadHosts } from '../hosts.ts';
import { decimalQuote } from './decimal.ts';
import { median } from './load.ts';
import type { Figure } from './main.ts';

/** Compares compiled quotes with the same formulas in `decimal.js`, over every priced operation of the first host. */
export async function quoting(): Promise<Figure[]> {
  const priced = await quotes();
  const bench = new Bench({ time: 300, warmupTime: 100 });
  for (const { id, compiled, peer } of priced) bench.add(`${id} compiled`, compiled).add(`${id} decimal`, peer);
  await bench.run();

  const rate = (name: string) => bench.getTask(name)?.result;
  const throughput = (name: string) => {
    const result = rate(name);
    if (!result || !('throughput' in result)) throw new Error(`${name} was not measured.`);
    return result.throughput.mean;
  };
  const ratios = priced.map(({ id }) => throughput(`${id} compiled`) / throughput(`${id} decimal`));
  const ours = median(priced.map(({ id }) => throughput(`${id} compiled`)));
  const peer = median(priced.map(({ id }) => throughput(`${id} decimal`)));
  return [
    {
      what: `quotes per second, median of ${priced.length} formulas (worst ratio ${Math.min(...ratios).toFixed(0)})`,
      ours: `${(ours / 1e6).toFixed(1)} M/s`,
      peer: `decimal.js: ${(peer / 1e6).toFixed(2)} M/s`,
      value: median(ratios),
      aim: { atLeast: 50 },
    },
  ];
}

async function quotes() {
  const hosts: HostDefinition[] = Object.values(await loadHosts());
  const host = hosts.find(({ routes }) => routes.some(({ quote }) => quote));
  if (!host) throw new Error('No host sells anything.');
  const contract = await readContract(`generated/contracts/${host.id}.json`);

  return host.routes.flatMap(({ operation, quote }) => {
    const described = contract.operations.find(({ id }) => id === operation.id);
    const price = contract.prices[described?.price?.id ?? ''];
    if (!quote || !described || !price) return [];
    const body = operation.body?.(described.example.body ?? {});
    const input = {
      request: body?.ok ? body.value : {},
      params: described.example.params ?? {},
      query: described.example.query ?? {},
    };
    const inputs = { ...price.inputs, ...described.price?.inputs };
    const decimal = decimalQuote(contract, { ...price, inputs });
    const same = decimal(input) === decimalText(quote(input as never).amount);
    if (!same) throw new Error(`The two quotes of ${operation.id} differ.`);
    return [{ id: operation.id, compiled: () => quote(input as never).amount, peer: () => decimal(input) }];
  });
}

function decimalText(micro: bigint): string {
  return String(Number(micro) / 1e6);
}
