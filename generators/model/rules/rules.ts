import { kept } from '../../kept.ts';
import type { LimitSource } from '../../language/limits.ts';
import { once } from '../../once.ts';
import type { Entries } from '../entries.ts';
import { selectableHost, selects } from '../hosts.ts';
import { listOf, provenanceOf, union } from '../provenance.ts';
import type { Located, ProtocolEntry } from '../spec.ts';
import type { Limit, Machine, Provenance, Rule, Scenario, Transition } from '../types.ts';
import type { BareView } from '../view/view.ts';
import { expectationLevel, type Served } from './expectation-level.ts';
import { operationRules } from './operation-rules.ts';
import { answerLevel, type HostRule, provenance, ruledOf } from './rule.ts';
import type { RuleSources } from './sources.ts';

/** Rules by the name of what they are rules of. */
export type RuleLists = ReadonlyMap<string, readonly HostRule[]>;

/** Every rule that holds on one host. A list that is made from the same as before is the same object. */
export function rulesOf(entries: Entries, view: BareView): RuleLists {
  const located = entries.get('host', view.host.id);
  if (!located) throw new Error(`The host ${view.host.id} was not collected.`);
  const selectable = selectableHost(located);
  const sources: RuleSources = {
    entry: (kind, id) => entries.get(kind, id)?.value,
    price: (id) => view.prices[id],
    error: (id) => view.errors[id],
    isSelected: selectable.isSelected,
    auth: () => view.host.auth,
  };
  const others = otherRules(view.scenarios, {
    limits: () => view.limits,
    machines: () => view.machines,
    operations: () => view.operations,
    all: entries.all,
    get: entries.get,
    selects: (hosts) => selects(hosts, selectable),
  });
  const lists = new Map(others);
  for (const operation of view.operations)
    lists.set(`operation/${operation.id}`, operationRules(ruledOf(operation), sources));
  return lists;
}

/** What the rules of a host that are not those of one operation are made from besides its scenarios. */
interface ViewSources extends Entries {
  limits(): BareView['limits'];
  machines(): BareView['machines'];
  operations(): BareView['operations'];
  /** Tells whether a list of hosts selects the host; no list selects it while it is live. */
  selects(hosts: readonly string[] | undefined): boolean;
}

const otherRules = kept((scenarios: readonly Scenario[], sources: ViewSources): RuleLists => {
  const lists = new Map<string, readonly HostRule[]>();
  const others = otherSources(scenarios, sources);
  for (const limit of sources.limits()) lists.set(`limit/${limit.id}`, limitRules(limit, others));
  // The protocol and stories tell of the life that every call has.
  for (const machine of Object.values(sources.machines()))
    if (!machine.of) lists.set(`machine/${machine.id}`, machineRules(machine, others));
  for (const scenario of scenarios) lists.set(`scenario/${scenario.id}`, scenarioRules(scenario, others));
  for (const [id, entry] of sources.all('protocol')) {
    const { hosts, fileHosts } = entry.value;
    if (sources.selects(hosts ?? fileHosts)) lists.set(`protocol/${id}`, protocolRules(entry));
  }
  return lists;
});

/** What the rules of limits, machines and scenarios are made from besides these. */
interface OtherSources extends Served {
  /** What the specification says of whether a limit counts the operations together. */
  shared(limit: string): LimitSource['shared'];
  /** Tells whether all operations of a machine are free. */
  isFree(machine: string): boolean;
  /** The level of an expectation; `undefined` where no scenario of the host has it. */
  levelOf(expectation: string): Rule['level'] | undefined;
}

function otherSources(scenarios: readonly Scenario[], sources: ViewSources): OtherSources {
  const operations = sources.operations();
  const auths = new Map(operations.map(({ id, auth }) => [id, auth]));
  const served: Served = { auth: (operation) => auths.get(operation) };
  return {
    ...served,
    shared: (limit) => sources.get('limit', limit)?.value.shared,
    isFree: (id) => operations.every(({ machine, auth }) => machine?.id !== id || auth === 'none'),
    levelOf: (expectation) => {
      const found = expectationsOf(scenarios).get(expectation);
      return found && expectationLevel(found.scenario, found.expected, served);
    },
  };
}

const protocolRules = once(({ id, value }: Located<ProtocolEntry>): readonly HostRule[] => {
  const { summary, level, unobservable } = value;
  const said = { summary, level, ...(unobservable && { unobservable }) };
  return [{ id, kind: 'protocol', subject: id, ...said, ...provenanceOf(value) }];
});

const limitRules = kept((limit: Limit, sources: OtherSources): readonly HostRule[] => {
  const shared = sources.shared(limit.id);
  return limit.operations.flatMap((id): HostRule[] => {
    const auth = sources.auth(id);
    if (auth === undefined) return [];
    return [
      {
        id: `limits.${limit.id}.${id}`,
        kind: 'limit',
        operation: id,
        subject: limit.id,
        summary: `${limit.count} calls in ${limit.window} seconds for each ${limit.key}`,
        level: answerLevel({ auth }),
        from: union(limit.from, typeof shared === 'object' ? listOf(shared.from) : []),
        status: limit.status,
      },
    ];
  });
});

const machineRules = kept((machine: Machine, sources: OtherSources): readonly HostRule[] => [
  ...transitionRules(machine, sources),
]);

function* transitionRules(machine: Machine, sources: OtherSources): Generator<HostRule> {
  const level = sources.isFree(machine.id) ? 'free' : 'paid';
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
      level: levelShowing(transition, sources) ?? (caused.includes(transition) ? 'controlled' : level),
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
function levelShowing({ shownBy }: Transition, { levelOf }: OtherSources): Rule['level'] | undefined {
  return shownBy === undefined ? undefined : levelOf(shownBy);
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

const scenarioRules = kept((scenario: Scenario, sources: OtherSources): readonly HostRule[] =>
  scenario.expects.map((expected): HostRule => {
    const { id, summary } = expected;
    const level = expectationLevel(scenario, expected, sources);
    return { id, kind: 'scenario', subject: scenario.id, summary, level, ...provenance(expected) };
  }),
);
