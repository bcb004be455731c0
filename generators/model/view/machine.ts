import { formula } from '../../cel/formulas.ts';
import type { MachineSource } from '../../language/machine.ts';
import { kebab } from '../names.ts';
import { listOf, provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type { Invariant, Machine, Transition } from '../types.ts';

/** A machine whose transitions leave one state each, so that each has an id of its own. */
export function viewMachine({ id, value: source }: Located<MachineSource>): Machine {
  const { reads } = source;
  return {
    id,
    summary: source.summary,
    ...provenanceOf(source),
    ...(source.of && { of: source.of }),
    initial: source.initial,
    states: Object.fromEntries(
      Object.entries(source.states).map(([name, state]) => [
        name,
        { final: state.final ?? false, summary: state.summary },
      ]),
    ),
    transitions: withDistinctIds(source.transitions.flatMap((transition) => viewTransitions(id, transition))),
    always: (source.always ?? []).map((invariant, index, all) => viewInvariant(id, invariant, index, all)),
    reads: { ...(reads?.state && { state: reads.state }), ...(reads?.id && { id: reads.id }) },
  };
}

/** The event of a transition as the model names it, and the seconds of one that time brings about. */
export function eventOf(source: MachineSource['transitions'][number]): {
  readonly on: string;
  readonly after?: number;
} {
  if (source.on === 'after') return { on: `after(${source.seconds}s)`, after: source.seconds ?? 0 };
  const seconds = /^after\((\d+)s\)$/.exec(source.on)?.[1];
  return seconds === undefined ? { on: source.on } : { on: source.on, after: Number(seconds) };
}

function viewTransitions(machine: string, source: MachineSource['transitions'][number]): Transition[] {
  const event = eventOf(source);
  return listOf(source.from).map((from) => ({
    id: `${machine}.${kebab(from)}.${kebab(event.on)}`,
    from: [from],
    ...event,
    ...(source.if && { if: formula(source.if) }),
    to: source.to,
    effects: source.effects ?? [],
    ...(source['shown-by'] && { shownBy: source['shown-by'] }),
    statements: listOf(source.statements),
    status: source.status ?? 'stated',
  }));
}

/** Names the state that is reached where one event leads from one state to several. */
function withDistinctIds(transitions: readonly Transition[]): Transition[] {
  const counts = Map.groupBy(transitions, ({ id }) => id);
  return transitions.map((transition) =>
    (counts.get(transition.id)?.length ?? 0) > 1
      ? { ...transition, id: `${transition.id}.${kebab(transition.to)}` }
      : transition,
  );
}

type InvariantSource = NonNullable<MachineSource['always']>[number];

function viewInvariant(
  machine: string,
  source: InvariantSource,
  index: number,
  all: readonly InvariantSource[],
): Invariant {
  const states = source.in.map(kebab).join('-or-');
  const earlier = all.slice(0, index).filter((other) => other.in.map(kebab).join('-or-') === states).length;
  return {
    id: `${machine}.always.${states}${earlier > 0 ? `.${earlier + 1}` : ''}`,
    in: source.in,
    // biome-ignore lint/suspicious/noThenProperty: the model's invariants read as `in` and `then`.
    then: formula(source.then),
    ...provenanceOf({ from: source.statements ?? source.from, status: source.status }),
  };
}
