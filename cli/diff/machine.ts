import type { Contract, Machine, Transition } from '#conformance/contract/contract.ts';
import { evaluatorOf } from '#conformance/oracle/evaluate.ts';
import type { Witness } from '#generators/compare/witness.ts';

type Trace = Extract<Witness, { readonly claim: 'trace' }>;

/** Tells whether a machine goes through the events of a trace to the state, and with the effects, that it ends with. */
export function accepts(contract: Contract, { machine: id, events, given, ends, effects }: Trace): boolean {
  const machine: Machine | undefined = contract.machines[id];
  if (!machine) return false;
  let at: Pick<Transition, 'to' | 'effects'> | undefined = { to: machine.initial, effects: [] };
  for (const [index, event] of events.entries()) {
    const { to }: Pick<Transition, 'to'> = at;
    const taken = machine.transitions
      .filter(({ from, ...each }) => from.includes(to) && happens(each, event))
      .filter((each) => !each.if || evaluatorOf(contract).holds(each.if, situation(given[index] ?? {})))
      .sort((one, other) => (one.after ?? 0) - (other.after ?? 0));
    at = taken[0];
    if (!at) return false;
  }
  return at.to === ends && at.effects.toSorted().join() === effects.toSorted().join();
}

function happens({ on, after }: Pick<Transition, 'on' | 'after'>, event: string): boolean {
  const seconds = /^(\d+) seconds$/.exec(event)?.[1];
  return seconds === undefined ? on === event && after === undefined : after !== undefined && after <= Number(seconds);
}

/** The values that guards read: `payment.held` becomes a field of an object. */
function situation(given: Readonly<Record<string, boolean>>): Record<string, unknown> {
  const values: Record<string, Record<string, boolean>> = {};
  for (const [path, value] of Object.entries(given)) {
    const [root = path, name] = path.split('.');
    if (name !== undefined) values[root] = { ...values[root], [name]: value };
  }
  return values;
}
