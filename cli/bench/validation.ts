import { Bench } from 'tinybench';
import type { ZodType } from 'zod';
import { readContract } from '#conformance/contract.ts';
import { loadHosts } from '../hosts.ts';
import { median } from './load.ts';
import type { Figure } from './main.ts';

/** Compares the server's validators with zod on the example request of every operation with a body. */
export async function validation(): Promise<Figure[]> {
  const cases = await bodies();
  const bench = new Bench({ time: 300, warmupTime: 100 });
  for (const { id, ours, zod } of cases) bench.add(`${id} ours`, ours).add(`${id} zod`, zod);
  await bench.run();

  const throughput = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (!result || !('throughput' in result)) throw new Error(`${name} was not measured.`);
    return result.throughput.mean;
  };
  const ratios = cases.map(({ id }) => throughput(`${id} ours`) / throughput(`${id} zod`));
  return [
    {
      what: `validations per second, median of ${cases.length} requests (worst ratio ${Math.min(...ratios).toFixed(1)})`,
      ours: `${(median(cases.map(({ id }) => throughput(`${id} ours`))) / 1e6).toFixed(2)} M/s`,
      peer: `zod: ${(median(cases.map(({ id }) => throughput(`${id} zod`))) / 1e6).toFixed(2)} M/s`,
      value: median(ratios),
      aim: { atLeast: 10 },
    },
  ];
}

async function bodies() {
  const hosts = Object.values(await loadHosts());
  const found = new Map<string, { id: string; ours: () => unknown; zod: () => unknown }>();
  for (const host of hosts) {
    const contract = await readContract(`generated/contracts/${host.id}.json`);
    for (const { operation } of host.routes) {
      const described = contract.operations.find(({ id }) => id === operation.id);
      const { body } = operation;
      const name = described?.body?.schema.$ref;
      if (!body || !described || typeof name !== 'string') continue;
      const schema = await zodSchema(operation.area, name.split('/').at(-1) ?? '');
      const value = described.example.body;
      found.set(operation.id, { id: operation.id, ours: () => body(value), zod: () => schema.safeParse(value) });
    }
  }
  return [...found.values()];
}

async function zodSchema(area: string, name: string): Promise<ZodType> {
  const { default: index } = { default: await import('#generated/schemas/index.ts') };
  const schemas: Readonly<Record<string, unknown>> = index;
  const schema = schemas[name];
  if (!schema) throw new Error(`generated/schemas has no ${name} (${area}).`);
  return schema as ZodType;
}
