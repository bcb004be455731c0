import type { Machine, Transition } from '../../../model/types.ts';
import type { Context, ChangeDetails, KindResult } from '../../kind.ts';
import { movedEffects } from './moved-effects.ts';
import { difference, type Ending } from './traces.ts';

/** The machine in both releases whose id a transition, invariant or machine begins with. */
export function machinesOf(id: string, { host }: Pick<Context, 'host'>): readonly [Machine, Machine] | undefined {
  const name = id.split('.')[0] ?? id;
  const [before, after] = [host?.before.machines[name], host?.after.machines[name]];
  return before && after && [before, after];
}

/** The proof that two machines differ: a trace that ends as only one of them lets it, which is the side that `ends` names. */
export function traceProof(
  id: string,
  ends: 'before' | 'after',
  context: Context,
  isMeant: Ending,
): Pick<ChangeDetails, 'witness'> {
  const machines = machinesOf(id, context);
  const found = machines && difference(...machines, isMeant);
  const reaction = found?.[ends];
  if (!machines || !context.host || !found || !reaction) return {};
  return {
    witness: {
      claim: 'trace',
      host: context.host.id,
      machine: machines[1].id,
      events: found.steps.map(({ event }) => event),
      given: found.steps.map(({ given }) => given),
      ends: reaction.state,
      effects: reaction.effects,
      accepted: ends,
    },
  };
}

/** The proof of a change of one transition, which only the side that is named takes. */
export function transitionProof(
  transition: Transition,
  ends: 'before' | 'after',
  context: Context,
): Pick<ChangeDetails, 'witness'> {
  const isIt = (by: Transition | undefined) => by?.id === transition.id;
  return traceProof(transition.id, ends, context, (before, after) => isIt((ends === 'before' ? before : after)?.by));
}

/** Whether two releases of a machine treat every trace alike, so that what is written differently means the same. */
export function isSameMachine(id: string, context: Context): boolean {
  const machines = machinesOf(id, context);
  return machines !== undefined && difference(...machines) === undefined;
}

/** The cause that changes of when a payment settles share, where a machine has an effect that moved. */
export function settlementCause(machine: string, context: Context): { readonly cause?: string } {
  const machines = machinesOf(machine, context);
  return machines && movedEffects(...machines).length > 0 ? { cause: `machine/${machine}` } : {};
}

/** A transition as sentences show it. */
export function lineOf({ from, on, to }: Transition): string {
  return `from \`${from.join(', ')}\` on \`${on}\` to \`${to}\``;
}

/** The machine of a transition. */
export function machineOf({ id }: Transition): string {
  return id.slice(0, id.indexOf('.'));
}

/** States of a machine that another one does not have. */
export function statesWithout(
  machine: Machine,
  other: Machine,
): readonly { readonly name: string; readonly final: boolean }[] {
  return Object.entries(machine.states).flatMap(([name, { final }]) => (name in other.states ? [] : [{ name, final }]));
}

/** The effect of a changed guard: none, or another path of a job in some situation. */
export function* guardFound(
  words: string,
  transition: Transition,
  side: 'before' | 'after',
  context: Context,
): Generator<KindResult> {
  if (isSameMachine(transition.id, context)) yield { same: ['if'], by: 'every trace' };
  else yield { sentence: `\`${machineOf(transition)}\` ${words}`, ...transitionProof(transition, side, context) };
}
