import { once } from '../../once.ts';
import type { Forms } from '../forms.ts';
import { type Selectable, selectableHost, selects } from '../hosts.ts';
import { listOf, provenanceOf, union } from '../provenance.ts';
import type { Spec } from '../spec.ts';
import type { Limit, Machine, Provenance, Rule, Scenario, Transition } from '../types.ts';
import type { BareView } from '../view/view.ts';
import { expectationLevel } from './expectation-level.ts';
import { operationRules } from './operation-rules.ts';
import { answerLevel, type HostRule, provenance } from './rule.ts';
import type { RuleSources } from './sources.ts';

/** Every rule that holds on one host. A rule that says what it said before is the same object. */
export function rulesOf(spec: Spec, view: BareView, forms: Forms): HostRule[] {
  const located = spec.get('host', view.host.id);
  if (!located) throw new Error(`The host ${view.host.id} was not collected.`);
  const selectable = selectableHost(located);
  const sources: RuleSources = {
    entry: (kind, id) => spec.get(kind, id)?.value,
    price: (id) => view.prices[id],
    error: (id) => view.errors[id],
    isSelected: (hosts) => selects(hosts, selectable),
    auth: () => view.host.auth,
  };
  const ofOperations = view.operations.flatMap((operation) => operationRules(operation, sources));
  const others = [...otherRules(spec, view, selectable)];
  return [...ofOperations, ...others.map((rule) => forms.of(`rule/${rule.id}`, rule))];
}

/** The rules of a host that are not those of one operation. */
function* otherRules(spec: Spec, view: BareView, selectable: Selectable): Generator<HostRule> {
  for (const limit of view.limits) yield* limitRules(spec, view, limit);
  // The protocol and stories tell of the life that every call has.
  for (const machine of Object.values(view.machines)) if (!machine.of) yield* machineRules(view, machine);
  for (const scenario of view.scenarios) yield* scenarioRules(view, scenario);
  for (const [id, { value }] of spec.all('protocol')) {
    if (!selects(value.hosts ?? value.fileHosts, selectable)) continue;
    const { summary, level, unobservable } = value;
    yield {
      id,
      kind: 'protocol',
      subject: id,
      summary,
      level,
      ...(unobservable && { unobservable }),
      ...provenanceOf(value),
    };
  }
}

function* limitRules(spec: Spec, view: BareView, limit: Limit): Generator<HostRule> {
  const shared = spec.get('limit', limit.id)?.value.shared;
  for (const id of limit.operations) {
    const operation = view.operations.find((each) => each.id === id);
    if (!operation) continue;
    yield {
      id: `limits.${limit.id}.${id}`,
      kind: 'limit',
      operation: id,
      subject: limit.id,
      summary: `${limit.count} calls in ${limit.window} seconds for each ${limit.key}`,
      level: answerLevel(operation),
      from: union(limit.from, typeof shared === 'object' ? listOf(shared.from) : []),
      status: limit.status,
    };
  }
}

function* machineRules(view: BareView, machine: Machine): Generator<HostRule> {
  const users = view.operations.filter((operation) => operation.machine?.id === machine.id);
  const level = users.every(({ auth }) => auth === 'none') ? 'free' : 'paid';
  const caused = machine.transitions.filter(({ on }) => on.startsWith('upstream.') || on.startsWith('after('));
  const natural = new Set([
    machine.initial,
    ...machine.transitions.filter((each) => !caused.includes(each)).map(({ to }) => to),
  ]);

  for (const transition of machine.transitions) {
    const { id, from: states, on, to } = transition;
    yield {
      id,
      kind: 'transition',
      subject: id,
      summary: `${states.join(' or ')} becomes ${to} on ${on}`,
      level: levelShowing(view, transition) ?? (caused.includes(transition) ? 'controlled' : level),
      ...inherit({ from: transition.statements, status: transition.status }, machine),
    };
  }
  for (const { id, in: states, then, ...rest } of machine.always) {
    yield {
      id,
      kind: 'invariant',
      subject: id,
      summary: `While ${states.join(' or ')}: ${then.text}`,
      level: states.some((state) => natural.has(state)) ? level : 'controlled',
      ...inherit(rest, machine),
    };
  }
}

/** The level of the expectation that shows a transition, if one does. */
function levelShowing({ scenarios, operations }: BareView, { shownBy }: Transition): Rule['level'] | undefined {
  const shown = shownBy === undefined ? undefined : expectationsOf(scenarios).get(shownBy);
  return shown && expectationLevel(shown.scenario, shown.expected, operations);
}

/** The expectations of all scenarios by their id. */
const expectationsOf = once(
  (scenarios: readonly Scenario[]) =>
    new Map(
      scenarios.flatMap((scenario) =>
        scenario.expects.map((expected) => [expected.id, { scenario, expected }] as const),
      ),
    ),
);

/** Provenance of a part, with the statements of the whole where it has none of its own. */
function inherit(part: Provenance, whole: Provenance): Provenance {
  return { from: part.from.length > 0 ? part.from : whole.from, status: part.status };
}

function* scenarioRules({ operations }: BareView, scenario: Scenario): Generator<HostRule> {
  for (const expected of scenario.expects) {
    const { id, summary } = expected;
    const level = expectationLevel(scenario, expected, operations);
    yield { id, kind: 'scenario', subject: scenario.id, summary, level, ...provenance(expected) };
  }
}
