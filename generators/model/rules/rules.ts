import { selectableHost, selects } from '../hosts.ts';
import { listOf, provenanceOf, union } from '../provenance.ts';
import type { Located, ProtocolEntry, Spec } from '../spec.ts';
import type { Limit, Machine, Provenance, Rule, Scenario, Transition } from '../types.ts';
import type { BareView } from '../view/view.ts';
import { expectationLevel } from './expectation-level.ts';
import { operationRules } from './operation-rules.ts';
import { answerLevel, type HostRule, provenance, type RuledHost } from './rule.ts';

/** Every rule that holds on one host. */
export function rulesOf(spec: Spec, view: BareView): readonly HostRule[] {
  const located = spec.get('host', view.host.id);
  if (!located) throw new Error(`The host ${view.host.id} was not collected.`);
  const selectable = selectableHost(located);
  const host: RuledHost = { spec, view, isSelected: selectable.isSelected };
  const extensions: readonly string[] = view.host.payment?.transport.extensions ?? [];
  const protocol = [...spec.all('protocol').values()].filter(
    ({ value: { hosts, fileHosts, extension } }) =>
      selects(hosts ?? fileHosts, selectable) && (extension === undefined || extensions.includes(extension)),
  );
  return [
    ...view.limits.flatMap((limit) => limitRules(limit, host)),
    // The protocol and stories tell of the life that every call has.
    ...Object.values(view.machines).flatMap((machine) => (machine.of ? [] : [...machineRules(machine, view)])),
    ...view.scenarios.flatMap((scenario) => scenarioRules(scenario, view)),
    ...protocol.map(protocolRule),
    ...view.operations.flatMap((operation) => [...operationRules(operation, host)]),
  ];
}

function protocolRule({ id, value }: Located<ProtocolEntry>): HostRule {
  const { summary, level, unobservable, reason } = value;
  return {
    id,
    kind: 'protocol',
    subject: id,
    summary,
    level,
    ...(unobservable && { unobservable }),
    ...(reason && { reason }),
    ...provenanceOf(value),
  };
}

function limitRules(limit: Limit, { spec, view }: RuledHost): HostRule[] {
  const shared = spec.get('limit', limit.id)?.value.shared;
  return view.operations
    .filter(({ id }) => limit.operations.includes(id))
    .map((operation) => ({
      id: `limits.${limit.id}.${operation.id}`,
      kind: 'limit',
      operation: operation.id,
      subject: limit.id,
      summary: `${limit.count} calls in ${limit.window} seconds for each ${limit.key}`,
      level: answerLevel(operation),
      from: union(limit.from, typeof shared === 'object' ? listOf(shared.from) : []),
      status: limit.status,
    }));
}

function* machineRules(machine: Machine, view: BareView): Generator<HostRule> {
  const isFree = view.operations.every(
    (operation) => operation.machine?.id !== machine.id || operation.auth === 'none',
  );
  const level = isFree ? 'free' : 'paid';
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
      level: levelShowing(transition, view) ?? (caused.includes(transition) ? 'controlled' : level),
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
function levelShowing({ shownBy }: Transition, { scenarios, operations }: BareView): Rule['level'] | undefined {
  for (const scenario of scenarios) {
    const expected = scenario.expects.find(({ id }) => id === shownBy);
    if (expected) return expectationLevel(scenario, expected, operations);
  }
  return undefined;
}

/** Provenance of a part, with the statements of the whole where it has none of its own. */
function inherit(part: Provenance, whole: Provenance): Provenance {
  return { from: part.from.length > 0 ? part.from : whole.from, status: part.status };
}

function scenarioRules(scenario: Scenario, { operations }: BareView): HostRule[] {
  return scenario.expects.map((expected) => {
    const { id, summary } = expected;
    const level = expectationLevel(scenario, expected, operations);
    return { id, kind: 'scenario', subject: scenario.id, summary, level, ...provenance(expected) };
  });
}
