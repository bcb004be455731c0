import type { HostView, Machine, Model, Transition } from '../model/types.ts';
import { render } from '../output/templating.ts';
import type { Emitter } from './emitter.ts';
import { entitiesOf } from './typescript/variants.ts';

/** Emits every machine as a Mermaid diagram, with its states and invariants, in one Markdown page. */
export const diagrams: Emitter = {
  name: 'diagrams',
  emit: (model) => [{ path: 'machines.md', text: render('machines.md', pageOf(model)) }],
};

function pageOf(model: Model) {
  const { title, version } = model.service;
  const machines = [...entitiesOf(model, (view) => view.machines)].flatMap(([, found]) => {
    const [first] = found;
    return first ? [section(first.value, found)] : [];
  });
  return { title, version, machines };
}

function section(
  { id, summary, initial, states, transitions, always }: Machine,
  found: readonly { readonly view: HostView }[],
) {
  const named = Object.entries(states);
  return {
    id,
    summary,
    hosts: found.map(({ view }) => view.host.id).join(', '),
    initial,
    transitions: transitions.flatMap((transition) =>
      transition.from.map((from) => ({ from, to: transition.to, label: labelOf(transition) })),
    ),
    final: named.flatMap(([name, state]) => (state.final ? [name] : [])),
    states: named.map(([name, state]) => ({ name, summary: state.summary })),
    always: always.map((invariant) => ({ states: invariant.in.join(' or '), holds: invariant.then.text })),
  };
}

/** The event, the guard and the effects, as UML writes them: `poll [upstream.finished] / settle-once`. */
function labelOf({ on, if: guard, effects }: Transition): string {
  const effect = effects.length > 0 ? ` / ${effects.join(', ')}` : '';
  return `${on}${guard ? ` [${guard.text}]` : ''}${effect}`;
}
