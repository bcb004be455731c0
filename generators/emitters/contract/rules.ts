import { same } from '../../json-schema/same.ts';
import { isObject } from '../../json-schema/walk.ts';
import { answerLevel, refusalLevel } from '../../model/rules/rule.ts';
import type { HostView, Json, Operation, Rule } from '../../model/types.ts';
import { servingHosts } from './entries.ts';
import { type Fields, plainOf, without } from './json.ts';
import { printItem } from './print.ts';

/** Kinds of which many operations have the same rule. */
const alike: ReadonlySet<string> = new Set(['error', 'limit', 'price']);

/** Kinds that an operation has many rules of, one for each place of what is sent or received. */
const ofPlaces: ReadonlySet<string> = new Set(['request', 'response']);

/** The fields that readers assume for a rule that is not the rule of a condition or expectation. */
const stated: Fields = { status: 'stated' };

/** A rule as it stands on some hosts. */
interface Row {
  readonly id: string;
  readonly hosts?: readonly string[];
  readonly operation: string | undefined;
  readonly fields: Fields;
}

/** A rule on one host. */
interface Use {
  readonly host: string;
  readonly rule: Rule;
  readonly operation: Operation | undefined;
  /** The fields that readers know already. */
  readonly known: Fields;
  /** The hosts that a rule of that operation has unless it names others, as one text. */
  readonly usual: string;
}

/** A group of rules, laid out. */
interface Group {
  /** By what groups are sorted; those of equal keys stay in their order. */
  readonly key: string;
  readonly text: string;
}

/** The rules of every host in groups, by kind, each group laid out for the reader of contracts to take apart. */
export function ruleGroups(hosts: readonly HostView[], usual: readonly string[]): ReadonlyMap<string, string[]> {
  const serving = new Map([...servingHosts(hosts)].map(([operation, ids]) => [operation, ids.join()]));
  const kinds = Map.groupBy(
    hosts.flatMap((view) => usesOf(view, serving, usual.join())),
    ({ rule }) => rule.kind,
  );
  const groups = [...kinds].map(([kind, uses]): [string, string[]] => {
    const areas = Map.groupBy(uses, ({ rule }) => (ofPlaces.has(kind) ? rule.operation : undefined));
    const found = [...areas.values()].flatMap((own) => groupsOf(own, kind));
    return [kind, found.sort(byKey).map(({ text }) => text)];
  });
  return new Map(groups);
}

function groupsOf(uses: readonly Use[], kind: string): readonly Group[] {
  const sorted = [...Map.groupBy(uses, ({ rule }) => rule.id)].sort(([one], [other]) => (one < other ? -1 : 1));
  const rows = sorted.flatMap(([id, found]) => rowsOf(id, found));
  return alike.has(kind) ? groupsAlike(rows) : groupsOfRows(rows, kind);
}

function byKey(one: Group, other: Group): number {
  return one.key < other.key ? -1 : Number(one.key > other.key);
}

function usesOf(view: HostView, serving: ReadonlyMap<string, string>, usual: string): Use[] {
  const operations = new Map(view.operations.map((operation) => [operation.id, operation]));
  const parts = partsOf(view);
  return view.rules.map((rule) => ({
    host: view.host.id,
    rule,
    operation: operations.get(rule.operation ?? ''),
    known: parts.get(rule.id) ?? stated,
    usual: serving.get(rule.operation ?? '') ?? usual,
  }));
}

/** The rows of one rule: one, unless hosts differ in more than the level that follows from who may call. */
function rowsOf(id: string, uses: readonly Use[]): Row[] {
  const level = levelOf(uses);
  const variants = new Map<string, { readonly fields: Fields; readonly members: Use[] }>();
  for (const members of alikeIn(uses)) {
    const [first] = members;
    const fields = fieldsOf(first, level ?? first.rule.level);
    const text = JSON.stringify(fields);
    const variant = variants.get(text) ?? { fields, members: [] };
    variant.members.push(...members);
    variants.set(text, variant);
  }
  return [...variants.values()].map(({ fields, members }) => {
    const hosts = members.map(({ host }) => host);
    const [first] = members;
    return { id, operation: first?.rule.operation, fields, ...(hosts.join() !== first?.usual && { hosts }) };
  });
}

/** Uses of the same rule, of which the same is known. Hosts that have the same rule have the same object. */
function alikeIn(uses: readonly Use[]): readonly (readonly [Use, ...Use[]])[] {
  const groups: [Use, ...Use[]][] = [];
  for (const use of uses) {
    const group = groups.find(([first]) => first.rule === use.rule && same(first.known, use.known));
    if (group) group.push(use);
    else groups.push([use]);
  }
  return groups;
}

/** The fields of a rule that a contract has to state. */
function fieldsOf({ rule, known }: Use, level: string): Fields {
  const { id: _, hosts: __, tier: ___, kind: ____, operation: _____, ...own } = rule;
  return without({ ...plainOf(own), level }, known);
}

/** The level of a rule in one word: `refusal` or `response` where it follows from who may call. */
function levelOf(uses: readonly Use[]): string | undefined {
  const [first] = uses;
  if (uses.every(({ rule }) => rule.level === first?.rule.level)) return first?.rule.level;
  if (uses.every(({ rule, operation }) => operation && rule.level === refusalLevel(operation))) return 'refusal';
  return uses.every(({ rule, operation }) => operation && rule.level === answerLevel(operation))
    ? 'response'
    : undefined;
}

/** The fields that operations, conditions and expectations of a host state, by the id of their rule. */
function partsOf({ operations, scenarios }: HostView): ReadonlyMap<string, Fields> {
  const parts = [
    ...operations.flatMap(({ conditions, ensures }) => [...conditions, ...ensures]),
    ...scenarios.flatMap(({ expects }) => expects),
  ];
  const ofOperations = operations.flatMap(({ id, from, status }) =>
    ['exists', 'served'].map((rule): [string, Fields] => [`${id}.${rule}`, { from, status }]),
  );
  return new Map([
    ...ofOperations,
    ...parts.map(({ id, summary, from, status }): [string, Fields] => [id, { summary, from, status }]),
  ]);
}

/** Groups of rules that are the same but for their operation. */
function groupsAlike(rows: readonly Row[]): Group[] {
  const groups = Map.groupBy(rows, ({ id, operation = '', hosts, fields }) => {
    const steps = id.split('.').map((step) => (step === operation ? '{operation}' : step));
    return JSON.stringify({ id: steps.join('.'), ...(hosts && { hosts }), ...fields });
  });
  return [...groups].map(([text, members]) => {
    const group = { ...JSON.parse(text), operations: members.map(({ operation }) => operation) };
    return { key: JSON.stringify(group), text: printItem(group, 2) };
  });
}

/** Groups of rules of one operation or scenario, at one place of what is sent or received. */
function groupsOfRows(rows: readonly Row[], kind: string): Group[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(sharedBy(row, kind)));
  return [...groups].map(([text, members]) => {
    const rules = Object.fromEntries(members.map((row) => [row.id, memberOf(row, kind)]));
    return { key: members[0]?.id ?? '', text: printItem({ ...JSON.parse(text), rules }, 2) };
  });
}

/** The fields of a rule that the rest of its group does not share. */
function memberOf({ id, operation, fields }: Row, kind: string): Fields {
  const shared = sharedBy({ operation, fields }, kind);
  const own = Object.entries(fields).filter(([name]) => !(name in shared) || name === 'schema');
  const { path, keyword } = placeOf(fields.schema);
  return plainOf({
    // Readers take the operation from an id that begins with it.
    ...(!ofPlaces.has(kind) && operation !== undefined && !id.startsWith(`${operation}.`) && { operation }),
    ...Object.fromEntries(own),
    ...(path !== undefined && { schema: { path, keyword } }),
  });
}

function sharedBy({ operation, hosts, fields }: Omit<Row, 'id'>, kind: string): Fields {
  const { in: part, status } = placeOf(fields.schema);
  const { subject, summary, level } = fields;
  return plainOf({
    ...(ofPlaces.has(kind) && { operation }),
    ...(kind === 'scenario' && { subject }),
    ...(kind === 'served' && { summary }),
    ...(level !== undefined && { level }),
    ...(hosts && { hosts }),
    ...(part !== undefined && { schema: { in: part, ...(status !== undefined && { status }) } }),
  });
}

function placeOf(schema: Json | undefined): Readonly<Record<string, Json | undefined>> {
  return isObject(schema) ? schema : {};
}
