import { fieldsOf } from '../common/json.ts';
import type { Expression, Formula, Machine, Transition } from '../contract/contract.ts';

/** The cause of a transition: an upstream event, a poll, its owner who cancels it, or time. */
export type Trigger =
  | { readonly kind: 'upstream'; readonly event: string }
  | { readonly kind: 'poll' | 'cancel' }
  | { readonly kind: 'after'; readonly seconds: number }
  | { readonly kind: 'unknown'; readonly on: string };

/** Reads the `on` of a transition. */
export function triggerOf({ on, after }: Transition): Trigger {
  if (on === 'poll' || on === 'cancel') return { kind: on };
  if (after !== undefined) return { kind: 'after', seconds: after };
  const event = /^upstream\.(.+)$/.exec(on)?.[1];
  return event === undefined ? { kind: 'unknown', on } : { kind: 'upstream', event };
}

/** Names of the upstream events that a guard reads: `finished` of `upstream.finished`. */
export function eventsRead(guard: Formula | undefined): readonly string[] {
  return guard ? [...new Set(readIn(guard.tree))] : [];
}

/** The values that guards read: each event of the machine, and whether it has happened. */
export function upstreamOf(machine: Machine, happened: ReadonlySet<string>): Readonly<Record<string, boolean>> {
  const names = machine.transitions.flatMap((transition) => {
    const trigger = triggerOf(transition);
    return [...eventsRead(transition.if), ...(trigger.kind === 'upstream' ? [trigger.event] : [])];
  });
  return Object.fromEntries(names.map((name) => [name, happened.has(name)]));
}

/** The shortest way from the initial state to another; `undefined` when there is none. */
export function wayTo(machine: Machine, state: string): readonly Transition[] | undefined {
  const ways = new Map<string, readonly Transition[]>([[machine.initial, []]]);
  for (const [reached, way] of ways) {
    for (const transition of machine.transitions) {
      if (!transition.from.includes(reached) || ways.has(transition.to)) continue;
      ways.set(transition.to, [...way, transition]);
    }
  }
  return ways.get(state);
}

function readIn(node: Expression | unknown): readonly string[] {
  const { op, of, name } = fieldsOf(node);
  if (op === 'field' && fieldsOf(of).name === 'upstream') return [String(name)];
  return (Array.isArray(node) ? node : Object.values(fieldsOf(node))).flatMap(readIn);
}
