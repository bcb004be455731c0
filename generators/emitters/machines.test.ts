import { fileURLToPath } from 'node:url';
import type { Machine as Runnable } from '@tollwright/runtime/operation/machine';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { evaluate } from '../cel/evaluate.ts';
import { lift } from '../cel/values.ts';
import { emitWith } from '../emit.ts';
import { readTiny } from '../fixtures/tiny.ts';
import type { Machine } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { machines } from './machines.ts';
import { factsOf } from './machines/facts.ts';
import { importer } from './testing/emitted.ts';
import { camelCase } from './typescript/names.ts';
import { entitiesOf } from './typescript/variants.ts';

const { model: own } = await readSpec(fileURLToPath(new URL('../../spec', import.meta.url)));

describe.each([
  ['the tiny specification', readTiny().model],
  ['this service', own],
])('the machines of %s', (_, model) => {
  if (!model) throw new Error('The specification has mistakes.');
  const found = [...entitiesOf(model, (view) => view.machines)].flatMap(([, [first]]) => first?.value ?? []);
  let load: (path: string) => Promise<object>;
  beforeAll(async () => {
    load = await importer(await emitWith([machines], model));
  });

  test.each(found)('step as the model says: $id', async (machine) => {
    const module = await load(`machines/${machine.id}.ts`);
    const runnable: Runnable<string, string, string, unknown> = Reflect.get(module, camelCase(machine.id));
    const states = fc.constantFrom(...Object.keys(machine.states));
    const events = fc.constantFrom(...machine.transitions.map(({ on }) => on));
    fc.assert(
      fc.property(states, events, facts(machine), (state, event, known) => {
        const variables = Object.fromEntries(Object.entries(known).map(([name, value]) => [name, lift(value)]));
        const environment = { variables, entry: () => undefined, keys: () => [] };
        const taken = machine.transitions.find(
          ({ from, on, if: guard }) =>
            on === event && from.includes(state) && (!guard || evaluate(guard.tree, environment) === true),
        );
        const step = runnable.step(state, event, known);
        expect(step.ok ? step.transition : undefined).toBe(machine.states[state]?.final ? undefined : taken?.id);
        if (step.ok) expect([step.state, step.effects]).toEqual([taken?.to, taken?.effects]);
      }),
    );
  });

  test.each(found)('know when time moves them on: $id', async (machine) => {
    const runnable = Reflect.get(await load(`machines/${machine.id}.ts`), camelCase(machine.id));
    for (const { from, on, after } of machine.transitions) {
      if (after === undefined) continue;
      for (const state of from) expect(runnable.due(state, after)).toBe(on);
      for (const state of from) expect(runnable.due(state, after - 1)).not.toBe(on);
    }
  });
});

/** Facts of the kind that a machine's guards read: fields one level deep. */
function facts(machine: Machine): fc.Arbitrary<Record<string, Record<string, unknown>>> {
  const known = [...factsOf(machine, new Set())].map(([name, type]) => {
    const fields = type.is === 'object' ? [...type.fields] : [];
    const values = fields.map(([field, { type: inner }]) => [
      field,
      inner.is === 'boolean' ? fc.boolean() : inner.is === 'integer' ? fc.integer() : fc.string(),
    ]);
    return [name, fc.record(Object.fromEntries(values))];
  });
  return fc.record(Object.fromEntries(known));
}
