import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ZodType } from 'zod';
import { readContract } from '#conformance/contract/contract.ts';
import { loadHosts } from '../hosts.ts';
import type { Figure } from './figure.ts';
import { inTurn, type Pair } from './in-turn.ts';

/** Compares the server's validators with zod on a request of every operation with a body. */
export async function validation(): Promise<Figure[]> {
  const pairs = await bodies();
  const conversations = pairs.filter(({ nested }) => nested);
  const long = await inTurn(conversations);
  const all = await inTurn(pairs);
  return [
    figure(`validations with lists of ${listLength} objects, median of ${long.listed.join(', ')}`, 10, long),
    figure(`validations, median of ${pairs.length} requests (lowest: ${all.listed[0]})`, 1, all),
  ];
}

function figure(what: string, aim: number, { ours, peer, ratio }: Awaited<ReturnType<typeof inTurn>>): Figure {
  return {
    what,
    ours: `${(ours / 1e6).toFixed(2)} M/s`,
    peer: `zod: ${(peer / 1e6).toFixed(2)} M/s`,
    value: ratio,
    aim: { atLeast: aim },
  };
}

/** A request that both validate; `nested` when it has a list of objects, as conversations have. */
interface Request extends Pair {
  readonly nested: boolean;
}

/** Items that lists of a measured request have: as many as the messages of a conversation. */
const listLength = 20;

async function bodies(): Promise<Request[]> {
  const found = new Map<string, Request>();
  for (const { id, routes } of Object.values(await loadHosts('generated'))) {
    const { operations } = await readContract(`generated/contracts/${id}.json`);
    for (const { operation } of routes) {
      const described = operations.find((each) => each.id === operation.id);
      const { body } = operation;
      const name = described?.body?.schema.$ref;
      if (!body || !described || typeof name !== 'string') continue;
      const schema = await zodSchema(name.split('/').at(-1) ?? '');
      const value = lengthened(described.example.body, (longer) => body(longer).ok && schema.safeParse(longer).success);
      found.set(operation.id, {
        id: operation.id,
        nested: Object.values(Object(value)).some((each) => Array.isArray(each) && typeof each[0] === 'object'),
        input: value,
        ours: body,
        peer: schema.safeParse.bind(schema),
      });
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

/** A request with its lists made longer, where that is valid. */
function lengthened(request: unknown, valid: (request: unknown) => boolean): unknown {
  let kept = request;
  for (const [name, value] of Object.entries(Object(request))) {
    if (!Array.isArray(value)) continue;
    const items = Array.from({ length: listLength }, (_, index) => value[index % value.length]);
    const longer = { ...Object(kept), [name]: items };
    if (valid(longer)) kept = longer;
  }
  return kept;
}
