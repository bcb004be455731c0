import type { Contract, Machine, Rule, Transition } from '#conformance/contract/contract.ts';
import { withMachine } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';

/** Drops and redirects each transition, adds it to another state, moves its deadline, and drops its guard. */
export const transitions: Operator = {
  name: 'transition',
  *changes(contract): Generator<Change> {
    for (const { machine, transition, rule } of transitionsOf(contract)) {
      const change = (words: string, by: readonly Transition[]): Change => ({
        rule,
        description: `${transition.id}: ${words}`,
        contract: withMachine(contract, replaced(machine, transition, by)),
      });
      yield change('never happens', []);
      for (const to of Object.keys(machine.states)) {
        if (to !== transition.to) yield change(`leads to ${to}`, [{ ...transition, to }]);
      }
      const { if: guard, after, ...plain } = transition;
      if (guard) {
        const opposite = { text: `!(${guard.text})`, tree: { op: 'not' as const, value: guard.tree } };
        yield change('happens unguarded', [plain]);
        yield change('happens when it should not', [{ ...transition, if: opposite }]);
      }
      if (after !== undefined) {
        yield change('happens after twice the time', [{ ...transition, after: after * 2 }]);
        yield change('happens after half the time', [{ ...transition, after: after / 2 }]);
      }
    }
  },
};

/** Drops and doubles each effect of each transition. */
export const effects: Operator = {
  name: 'effect',
  *changes(contract): Generator<Change> {
    for (const { machine, transition, rule } of transitionsOf(contract)) {
      for (const effect of transition.effects) {
        const change = (words: string, list: readonly string[]): Change => ({
          rule,
          description: `${transition.id}: ${effect} ${words}`,
          contract: withMachine(contract, replaced(machine, transition, [{ ...transition, effects: list }])),
        });
        yield change(
          'does not happen',
          transition.effects.filter((each) => each !== effect),
        );
        yield change('happens twice', [...transition.effects, effect]);
      }
    }
  },
};

/** Breaks each rule about the states of a machine. */
export const invariants: Operator = {
  name: 'invariant',
  *changes(contract): Generator<Change> {
    for (const machine of Object.values(contract.machines)) {
      for (const invariant of machine.always) {
        const rule = contract.rules.find(({ id }) => id === invariant.id);
        if (!rule) continue;
        const always = machine.always.filter((each) => each !== invariant);
        const description = `${invariant.then.text} does not hold in ${invariant.in.join(', ')}`;
        yield { rule, description, contract: withMachine(contract, { ...machine, always }) };
      }
    }
  },
};

interface Found {
  readonly machine: Machine;
  readonly transition: Transition;
  readonly rule: Rule;
}

function* transitionsOf(contract: Contract): Generator<Found> {
  for (const machine of Object.values(contract.machines)) {
    for (const transition of machine.transitions) {
      const rule = contract.rules.find(({ kind, id }) => kind === 'transition' && id === transition.id);
      if (rule) yield { machine, transition, rule };
    }
  }
}

function replaced(machine: Machine, transition: Transition, by: readonly Transition[]): Machine {
  return { ...machine, transitions: machine.transitions.flatMap((each) => (each === transition ? by : each)) };
}

/** Breaks each expectation of a scenario. */
export const scenarios: Operator = {
  name: 'scenario',
  *changes(contract): Generator<Change> {
    for (const scenario of contract.scenarios) {
      for (const expected of scenario.expects) {
        const rule = contract.rules.find(({ kind, id }) => kind === 'scenario' && id === expected.id);
        if (!rule) continue;
        const expects = scenario.expects.filter((each) => each !== expected);
        const changed = contract.scenarios.map((each) => (each === scenario ? { ...scenario, expects } : each));
        yield { rule, description: `"${expected.summary}" is not kept`, contract: { ...contract, scenarios: changed } };
      }
    }
  },
};
