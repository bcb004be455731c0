import { same } from '../../json-schema/same.ts';
import { isObject } from '../../json-schema/walk.ts';
import { kept } from '../../kept.ts';
import { answerLevel, refusalLevel } from '../../model/rules/rule.ts';
import type { HostView, Json, Operation, Rule } from '../../model/types.ts';
import { once } from '../../once.ts';
import { servingHosts } from './entries.ts';
import { type Fields, plainOf, without } from './json.ts';

/** Kinds of which many operations have the same rule. */
const alike: ReadonlySet<string> = new Set(['error', 'limit', 'price']);

/** Kinds that an operation has many rules of, one for each place of what is sent or received. */
const ofPlaces: ReadonlySet<string> = new Set(['request', 'response']);

/** What is said of a rule that no condition or expectation has the id of. */
const stated: Fields = { status: 'stated' };

/** A rule as it stands on some hosts. */
interface Row {
  readonly id: string;
  readonly hosts?: readonly string[];
  readonly operation: string | undefined;
  readonly fields: Fields;
}

interface Use {
  readonly view: HostView;
  readonly rule: Rule;
  readonly operation: Operation | undefined;
  /** What is said of the rule where it is not repeated. */
  readonly known: Fields;
}

/** The rules of every host in groups, by kind, for the reader of contracts to take apart. */
export function ruleGroups(hosts: readonly HostView[], usual: readonly string[]): ReadonlyMap<string, Fields[]> {
  const serving = servingHosts(hosts);
  const hostsOf = (operation: string | undefined) => serving.get(operation ?? '') ?? usual;
  const uses = Map.groupBy(hosts.flatMap(usesOf), ({ rule }) => rule.id);
  const sorted = [...uses].sort(([one], [other]) => (one < other ? -1 : 1));
  const kinds = Map.groupBy(sorted, ([, [first]]) => first?.rule.kind ?? '');
  return new Map(
    [...kinds].map(([kind, rules]) => {
      const rows = rules.flatMap(([id, found]) => rowsOf(id, found, hostsOf));
      return [kind, alike.has(kind) ? groupsAlike(rows) : groupsOfRows(rows, kind)];
    }),
  );
}

function usesOf(view: HostView): Use[] {
  const operations = new Map(view.operations.map((operation) => [operation.id, operation]));
  const parts = partsOf(view);
  return view.rules.map((rule) => ({
    view,
    rule,
    operation: operations.get(rule.operation ?? ''),
    known: parts.get(rule.id) ?? stated,
  }));
}

/** The rows of one rule: one, unless hosts differ in more than the level that follows from who may call. */
function rowsOf(id: string, uses: readonly Use[], hostsOf: (operation?: string) => readonly string[]): Row[] {
  const level = levelOf(uses);
  const variants = new Map<string, { readonly fields: Fields; readonly members: Use[] }>();
  for (const use of uses) {
    const { rule, known } = use;
    const { text, fields } = written(rule, { known: () => known, level: () => level ?? rule.level });
    const variant = variants.get(text) ?? { fields, members: [] };
    variant.members.push(use);
    variants.set(text, variant);
  }
  return [...variants.values()].map(({ fields, members }) => {
    const hosts = members.map(({ view }) => view.host.id);
    const operation = members[0]?.rule.operation;
    return { id, operation, fields, ...(!same(hosts, hostsOf(operation)) && { hosts }) };
  });
}

/** What a contract says of a rule, and the same as text, by which it is compared. Hosts share most rules as one object. */
const written = kept((rule: Rule, { known, level }: { known(): Fields; level(): string }) => {
  const { id: _, hosts: __, tier: ___, kind: ____, operation: _____, ...own } = rule;
  const fields = without({ ...plainOf(own), level: level() }, known());
  return { fields, text: JSON.stringify(fields) };
});

/** The level of a rule in one word: `refusal` or `response` where it follows from who may call. */
function levelOf(uses: readonly Use[]): string | undefined {
  const [first] = uses;
  if (uses.every(({ rule }) => rule.level === first?.rule.level)) return first?.rule.level;
  if (uses.every(({ rule, operation }) => operation && rule.level === refusalLevel(operation))) return 'refusal';
  return uses.every(({ rule, operation }) => operation && rule.level === answerLevel(operation))
    ? 'response'
    : undefined;
}

/** What the conditions and expectations of a host say already of the rules that have their ids. */
function partsOf({ operations, scenarios }: HostView): ReadonlyMap<string, Fields> {
  const parts = [
    ...operations.flatMap(({ conditions, ensures }) => [...conditions, ...ensures]),
    ...scenarios.flatMap(({ expects }) => expects),
  ];
  return new Map(parts.map((part) => [part.id, saidBy(part)]));
}

/** The same object for the same part, by which what is left to say of its rule is kept. */
const saidBy = once(
  ({ summary, from, status }: Pick<Rule, 'summary' | 'from' | 'status'>): Fields => ({
    summary,
    from,
    status,
  }),
);

/** Groups of rules that are the same but for their operation. */
function groupsAlike(rows: readonly Row[]): Fields[] {
  const groups = Map.groupBy(rows, ({ id, operation = '', hosts, fields }) => {
    const steps = id.split('.').map((step) => (step === operation ? '{operation}' : step));
    return JSON.stringify({ id: steps.join('.'), ...(hosts && { hosts }), ...fields });
  });
  return [...groups]
    .map(([text, members]) => ({ ...JSON.parse(text), operations: members.map(({ operation }) => operation) }))
    .sort(byText);
}

/** Groups of rules of one operation or scenario, at one place of what is sent or received. */
function groupsOfRows(rows: readonly Row[], kind: string): Fields[] {
  const placed = rows.map((row) => ({ row, shared: JSON.stringify(sharedBy(row, kind)) }));
  return [...Map.groupBy(placed, ({ shared }) => shared)].map(([text, members]) => ({
    ...JSON.parse(text),
    rules: Object.fromEntries(
      members.map(({ row }) => [row.id, memberOf(row.fields, { kind: () => kind, operation: () => row.operation })]),
    ),
  }));
}

/** What a member of such a group says of its own; the same object for the same fields, whose text is then known. */
const memberOf = kept((fields: Fields, sources: { kind(): string; operation(): string | undefined }): Fields => {
  const [kind, operation] = [sources.kind(), sources.operation()];
  const shared = sharedBy({ operation, fields }, kind);
  const own = Object.entries(fields).filter(([name]) => !(name in shared) || name === 'schema');
  const { path, keyword } = placeOf(fields.schema);
  return plainOf({
    ...(!ofPlaces.has(kind) && operation !== undefined && { operation }),
    ...Object.fromEntries(own),
    ...(path !== undefined && { schema: { path, keyword } }),
  });
});

function sharedBy({ operation, hosts, fields }: Omit<Row, 'id'>, kind: string): Fields {
  const { in: part, status } = placeOf(fields.schema);
  const { subject, level } = fields;
  return plainOf({
    ...(ofPlaces.has(kind) && { operation }),
    ...(kind === 'scenario' && { subject }),
    ...(level !== undefined && { level }),
    ...(hosts && { hosts }),
    ...(part !== undefined && { schema: { in: part, ...(status !== undefined && { status }) } }),
  });
}

function placeOf(schema: Json | undefined): Readonly<Record<string, Json | undefined>> {
  return isObject(schema) ? schema : {};
}

function byText(one: Fields, other: Fields): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
