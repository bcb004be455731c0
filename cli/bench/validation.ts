import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ZodType } from 'zod';
import { readContract } from '#conformance/contract.ts';
import { loadHosts } from '../hosts.ts';
import { inTurn, type Pair } from './in-turn.ts';
import type { Figure } from './main.ts';

/** Compares the server's validators with zod on the example request of every operation with a body. */
export async function validation(): Promise<Figure[]> {
  const pairs = await bodies();
  const { ours, peer, ratio, worst } = await inTurn(pairs);
  return [
    {
      what: `validations per second, median of ${pairs.length} requests (worst: ${worst.id}, ${worst.ratio.toFixed(1)})`,
      ours: `${(ours / 1e6).toFixed(2)} M/s`,
      peer: `zod: ${(peer / 1e6).toFixed(2)} M/s`,
      value: ratio,
      aim: { atLeast: 10 },
    },
  ];
}

async function bodies(): Promise<Pair[]> {
  const found = new Map<string, Pair>();
  for (const { id, routes } of Object.values(await loadHosts())) {
    const { operations } = await readContract(`generated/contracts/${id}.json`);
    for (const { operation } of routes) {
      const described = operations.find((each) => each.id === operation.id);
      const { body } = operation;
      const name = described?.body?.schema.$ref;
      if (!body || !described || typeof name !== 'string') continue;
      const schema = await zodSchema(name.split('/').at(-1) ?? '');
      const value = described.example.body;
      found.set(operation.id, { id: operation.id, ours: () => body(value), peer: () => schema.safeParse(value) });
    }
  }
  return [...found.values()];
}

/** The emitted zod schema of a name; areas share none, so the first that has it is the one. */
async function zodSchema(name: string): Promise<ZodType> {
  for (const file of await readdir('generated/schemas')) {
    const module: Readonly<Record<string, unknown>> = await import(resolve('generated/schemas', file));
    if (module[name] instanceof ZodType) return module[name];
  }
  throw new Error(`generated/schemas has no ${name}.`);
}
