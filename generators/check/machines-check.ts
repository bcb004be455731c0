import { didYouMean } from '../diagnostics/suggest.ts';
import type { MachineSource } from '../language/machine.ts';
import { listOf } from '../model/provenance.ts';
import { at, type Located } from '../model/spec.ts';
import type { Path } from '../reader/node.ts';
import type { Check, CheckContext } from './context.ts';

/** Checks that every state of a machine is reachable and that only final states end it. */
export const checkMachines: Check = (context) => {
  const expectations = new Set(
    [...context.spec.all('scenario')].flatMap(([id, { value }]) => value.expects.map(({ rule }) => `${id}.${rule}`)),
  );
  for (const machine of context.spec.all('machine').values()) checkMachine(context, machine, expectations);
  checkCancels(context);
};

/** Checks that a job which can be cancelled has an operation for that, and that such an operation changes its job. */
function checkCancels({ spec, diagnostics }: CheckContext): void {
  const operations = [...spec.all('operation').values()];
  for (const machine of spec.all('machine').values()) {
    const index = machine.value.transitions.findIndex(({ on, status }) => on === 'cancel' && status !== 'unknown');
    const cancels = operations.filter(
      ({ value: { machine: part } }) => part?.id === machine.id && part.role === 'cancel',
    );
    if (index !== -1 && cancels.length === 0 && !spec.lost('operation'))
      diagnostics.report('machine-cancel-missing', at(machine, ['transitions', index, 'on']));
    if (machine.value.transitions.every(({ on }) => on !== 'cancel'))
      for (const each of cancels) diagnostics.report('machine-cancel-idle', at(each, ['machine', 'role']), machine.id);
  }
}

function checkMachine(
  { diagnostics }: CheckContext,
  machine: Located<MachineSource>,
  expectations: ReadonlySet<string>,
): void {
  const { states, initial, transitions, always = [] } = machine.value;
  const names = Object.keys(states);
  const refer = (state: string, path: Path): void => {
    if (!(state in states))
      diagnostics.suggest('machine-state-unknown', at(machine, path), didYouMean(state, names), state);
  };

  if (!(initial in states))
    diagnostics.suggest('machine-initial-unknown', at(machine, ['initial']), didYouMean(initial, names), initial);
  for (const [index, transition] of transitions.entries()) {
    const path: Path = ['transitions', index];
    refer(transition.to, [...path, 'to']);
    for (const [inner, state] of listOf(transition.from).entries()) {
      const place: Path = typeof transition.from === 'string' ? [...path, 'from'] : [...path, 'from', inner];
      refer(state, place);
      if (states[state]?.final) diagnostics.report('machine-final-exits', at(machine, place), state);
    }
    const shownBy = transition['shown-by'];
    if (shownBy !== undefined && !expectations.has(shownBy))
      diagnostics.suggest(
        'expectation-unknown',
        at(machine, [...path, 'shown-by']),
        didYouMean(shownBy, expectations),
        shownBy,
      );
    const isUnpolled = machine.value.of === undefined && /^(upstream\.|cancel$)/.test(transition.on);
    if (isUnpolled && transition.effects?.includes('settle-once'))
      diagnostics.report('machine-settles-unpolled', at(machine, [...path, 'on']), transition.on);
    if ((transition.on === 'after') !== (transition.seconds !== undefined)) {
      diagnostics.report('machine-after-seconds', at(machine, [...path, 'on']));
    }
  }
  for (const [index, { in: listed }] of always.entries()) {
    for (const [inner, state] of listed.entries()) refer(state, ['always', index, 'in', inner]);
  }

  const reached = reachable(initial, transitions);
  const left = new Set(transitions.flatMap(({ from }) => listOf(from)));
  for (const [name, { final }] of Object.entries(states)) {
    const place = at(machine, ['states', name], 'key');
    if (!reached.has(name) && initial in states) diagnostics.report('machine-state-unreachable', place, name);
    if (!final && !left.has(name)) diagnostics.report('machine-dead-end', place, name);
  }
}

function reachable(initial: string, transitions: MachineSource['transitions']): Set<string> {
  const reached = new Set([initial]);
  for (let before = 0; before < reached.size;) {
    before = reached.size;
    for (const { from, to } of transitions) if (listOf(from).some((state) => reached.has(state))) reached.add(to);
  }
  return reached;
}
