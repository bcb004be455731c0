import type { Expression, Machine, Transition } from '../../../model/types.ts';

/** One step of a trace: what happens, and what its conditions read there. */
export interface Step {
  /** `poll`, or `1800 seconds` for time that passes. */
  readonly event: string;
  /** Conditions that hold at the step, and those that do not. */
  readonly given: Readonly<Record<string, boolean>>;
}

/** The result of a step of a machine. */
export interface Reaction {
  readonly state: string;
  readonly effects: readonly string[];
  /** The transition that was taken; absent for the initial state. */
  readonly by?: Transition;
}

/** The shortest trace after which two machines differ. */
export interface Difference {
  readonly steps: readonly Step[];
  /** The result of the last step in each machine; absent where it does not accept the step. */
  readonly before?: Reaction;
  readonly after?: Reaction;
}

/** Tells whether a step is one that a trace must end with. */
export type Ending = (before: Reaction | undefined, after: Reaction | undefined) => boolean;

/** More conditions than these are not tried in all combinations. */
const mostConditions = 6;

/**
 * Finds the shortest trace that two machines do not treat alike: one accepts it and the other does not, or they end in
 * other states or with other effects. `undefined` where there is none, which every reachable pair of states shows.
 */
export function difference(before: Machine, after: Machine, isMeant: Ending = () => true): Difference | undefined {
  const steps = stepsOf([...before.transitions, ...after.transitions]);
  const [one, other] = [before, after].map(({ initial }): Reaction => ({ state: initial, effects: [] }));
  if (!alike(one, other) && isMeant(one, other)) return shown([], one, other);
  const seen = new Set([pairOf(one, other)]);
  const queue = [{ one, other, trace: [] as readonly Step[] }];
  for (const { one: was, other: is, trace } of queue) {
    for (const step of steps) {
      const [next, then] = [react(before, was, step), react(after, is, step)];
      if (!next && !then) continue;
      if (!alike(next, then) && isMeant(next, then)) return shown([...trace, step], next, then);
      const pair = pairOf(next, then);
      if (!seen.has(pair)) queue.push({ one: next, other: then, trace: [...trace, step] });
      seen.add(pair);
    }
  }
  return undefined;
}

function alike(one: Reaction | undefined, other: Reaction | undefined): boolean {
  return one !== undefined && other !== undefined && one.state === other.state && sameSet(one.effects, other.effects);
}

function shown(steps: readonly Step[], before: Reaction | undefined, after: Reaction | undefined): Difference {
  return { steps, ...(before && { before }), ...(after && { after }) };
}

function pairOf(one: Reaction | undefined, other: Reaction | undefined): string {
  return `${one?.state} ${other?.state}`;
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** Everything that can happen: each event with each combination of the conditions on it, and each time that matters. */
function stepsOf(transitions: readonly Transition[]): Step[] {
  const times = [...new Set(transitions.flatMap(({ after }) => after ?? []))].sort((a, b) => a - b);
  const events = [...new Set(transitions.flatMap(({ on, after }) => (after === undefined ? [on] : [])))];
  const conditionsOf = (chosen: readonly Transition[]) => [
    ...new Set(chosen.flatMap((each) => (each.if ? [literal(each.if.tree).text] : []))),
  ];
  return [
    ...events.flatMap((event) =>
      combinations(conditionsOf(transitions.filter(({ on }) => on === event))).map((given) => ({ event, given })),
    ),
    ...times.flatMap((seconds) =>
      combinations(conditionsOf(transitions.filter(({ after }) => after !== undefined))).map((given) => ({
        event: `${seconds} seconds`,
        given,
      })),
    ),
  ];
}

function combinations(conditions: readonly string[]): Record<string, boolean>[] {
  let all: Record<string, boolean>[] = [{}];
  for (const condition of conditions.slice(0, mostConditions)) {
    all = all.flatMap((given) => [
      { ...given, [condition]: true },
      { ...given, [condition]: false },
    ]);
  }
  return all;
}

/** A condition without the `!` before it. */
function literal(tree: Expression): { readonly text: string; readonly holds: boolean } {
  if (tree.op !== 'not') return { text: textOf(tree), holds: true };
  const inner = literal(tree.value);
  return { text: inner.text, holds: !inner.holds };
}

/** A condition as people read it: `payment.held`, or its tree where it is more than a path. */
function textOf(tree: Expression): string {
  if (tree.op === 'variable') return tree.name;
  return tree.op === 'field' ? `${textOf(tree.of)}.${tree.name}` : JSON.stringify(tree);
}

/** Finds the transition for a step: the first one that applies, or of several timers the first that expires. */
function react(machine: Machine, at: Reaction | undefined, { event, given }: Step): Reaction | undefined {
  if (!at) return undefined;
  const seconds = /^(\d+) seconds$/.exec(event)?.[1];
  const applying = machine.transitions.filter((each) => {
    if (!each.from.includes(at.state)) return false;
    const happens =
      seconds === undefined ? each.on === event : each.after !== undefined && each.after <= Number(seconds);
    if (!happens || !each.if) return happens;
    const { text, holds } = literal(each.if.tree);
    return given[text] === holds;
  });
  const [first] = seconds === undefined ? applying : applying.sort((a, b) => (a.after ?? 0) - (b.after ?? 0));
  return first && { state: first.to, effects: first.effects, by: first };
}
