import { once } from '../common/once.ts';
import type { Change, Equivalence, Level, Levels, LostRule } from './change.ts';
import { headerOf, nameOf, shortHeaderOf, shortNameOf } from './engines/fields/names.ts';
import { isUndecided } from './engines/schema/universe.ts';
import { leftChanges } from './fallback.ts';
import type { AnyKind, Context, ChangeDetails, KindResult } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { lostRule } from './lost-rules.ts';
import { meansSame } from './meaning.ts';
import type { ComparedView } from './side.ts';
import type { Thing } from './things.ts';
import type { Witness } from './witness.ts';
import { knownBy } from './words.ts';

/** A change as one host shows it. */
export interface ChangeOnHost extends Change {
  /** The consequence on that host, as a clause. */
  readonly consequence?: string;
  /** The field that it is about, as sentences name it. */
  readonly field?: FieldWords;
}

/** A field in the words of a sentence. */
export interface FieldWords {
  /** With its operation: `currency` in the body of `pay`. */
  readonly whole: string;
  /** Words that it shares with fields of other operations and places: `currency` in the body. */
  readonly short: string;
  /** Id of its operation, in the older release. */
  readonly operation: string;
}

/** The changes and equivalences of a comparison so far. */
export interface Results {
  readonly changes: ChangeOnHost[];
  readonly equivalences: Equivalence[];
}

/** A thing that does not mean the same in two releases, or that only one of them has. */
export interface DifferingThing {
  readonly thing: Thing;
  readonly before: Thing | undefined;
  readonly after: Thing | undefined;
  readonly context: Context;
  /** Names of the parts that differ; `*` for all. */
  readonly parts: readonly string[];
}

/** A pair of things with the same name as a list of one if they differ, else an empty list. */
export function differing(before: Thing | undefined, after: Thing | undefined, context: Context): DifferingThing[] {
  const thing = after ?? before;
  const parts = before && after ? differingParts(before, after) : ['*'];
  return thing && parts.length > 0 ? [{ thing, before, after, context, parts }] : [];
}

const byScope = Map.groupBy(kinds, ({ scope, when }) => `${scope} ${when}`);

/** Finds the kinds of change that each thing shows; no part that differs stays silent. */
export function judge(things: readonly DifferingThing[], results: Results): void {
  for (const each of things) {
    const when = each.before && each.after ? 'changed' : each.after ? 'added' : 'removed';
    judgeThing(each, byScope.get(`${each.thing.scope} ${when}`) ?? [], when, results);
  }
}

function judgeThing(
  { thing, before, after, context, parts }: DifferingThing,
  kinds: readonly AnyKind[],
  when: AnyKind['when'],
  results: Results,
): void {
  const open = new Set(parts);
  const close = (closed: readonly string[]): void => {
    if (closed.includes('*')) open.clear();
    for (const part of closed) for (const name of open) if (isWithin(name, part)) open.delete(name);
  };

  for (const kind of kinds) {
    if (!kind.parts.includes('*') && !kind.parts.some((part) => parts.includes(part))) continue;
    for (const found of resultsOf(kind, before, after, context)) {
      if ('implied' in found) close(found.implied);
      else if ('same' in found) {
        close(found.same);
        const rules = [...new Set([...(before?.rules() ?? []), ...(after?.rules() ?? [])])];
        results.equivalences.push({ ...about(thing, context), parts: found.same, rules, by: knownBy(found.by) });
      } else {
        close(found.parts ?? kind.parts);
        results.changes.push(changeOf(kind, found, before, after, context));
      }
    }
  }
  if (open.size === 0) return;
  for (const { kind, details } of leftChanges(thing, when, [...open]))
    results.changes.push(changeOf(kind, details, before, after, context));
}

/** The results of a kind; what is too large to decide is left to the kinds that take whatever is left. */
function* resultsOf(
  kind: AnyKind,
  before: Thing | undefined,
  after: Thing | undefined,
  context: Context,
): Generator<KindResult> {
  try {
    yield* kind.run(before?.value, after?.value, context);
  } catch (error) {
    if (!isUndecided(error)) throw error;
  }
}

/** True for a part that another one names; `payment.*` names all that is in it. */
function isWithin(name: string, part: string): boolean {
  return name === part || (part.endsWith('.*') && name.startsWith(part.slice(0, -1)));
}

/** Names of the parts of two things that do not mean the same. */
function differingParts(before: Thing, after: Thing): string[] {
  const names = new Set([...Object.keys(before.parts), ...Object.keys(after.parts)]);
  return [...names].filter((name) => !meansSame(before.parts[name], after.parts[name]));
}

function about({ scope, id }: Thing, { host }: Context) {
  const hosts = host ? [host.id] : scope === 'host' ? [id] : [];
  return { subject: `${scope}/${id}`, hosts };
}

/** The part of a kind of change that code outside of the comparison reads. */
type Frame = Pick<AnyKind, 'id' | 'levels' | 'reason' | 'advice' | 'parts'>;

/** The change that a kind describes. What is breaking without a proof is only risky. */
export function changeOf(
  kind: Frame,
  details: ChangeDetails,
  before: Thing | undefined,
  after: Thing | undefined,
  context: Context,
): ChangeOnHost {
  const thing = after ?? before;
  if (!thing) throw new Error(`A change of the kind ${kind.id} is about no thing.`);
  const [first] = before && after ? (details.parts ?? kind.parts) : [];
  const inner = details.path ?? first?.split('.') ?? [];
  const at = (side: Thing | undefined, where: Context['before']) =>
    side && where.place(details.entry ?? side.entry, [...(details.entry === undefined ? side.path : []), ...inner]);
  const [was, is] = [at(before, context.before), at(after, context.after)];
  const rules = [...new Set([...(before?.rules() ?? []), ...(after?.rules() ?? []), ...(details.rules ?? [])])];
  const statements = [...(before?.from ?? []), ...(after?.from ?? []), ...(details.statements ?? [])];
  return {
    kind: kind.id,
    ...about(thing, context),
    ...concerned(thing, context),
    ...fieldWords(thing, context),
    // Words that are quoted may end with a full stop.
    sentence: details.sentence.replace(/\.$/, ''),
    ...(details.consequence !== undefined && { consequence: details.consequence }),
    ...judged(kind, details, rules, context),
    advice: details.advice ?? kind.advice,
    ...(was && { before: was }),
    ...(is && { after: is }),
    statements: [...new Set(statements)].sort(),
    rules,
    ...(details.witness && { witness: throughNames(details.witness, context) }),
    ...(details.figure && { figure: details.figure }),
    ...(details.cause !== undefined && { cause: details.cause }),
    ...(details.shift && { shift: details.shift }),
    ...(details.operations && details.operations.length > 1 && { operations: details.operations }),
  };
}

/** The operations that a difference of a field concerns, where it stands in a schema that several have. */
function concerned({ value }: Thing, { host }: Context): { readonly operations?: readonly string[] } {
  const operations = 'cause' in value && value.cause !== undefined ? host?.operationsOf?.(value.cause) : undefined;
  return operations && operations.length > 1 ? { operations } : {};
}

function fieldWords({ value }: Thing, { operation }: Context): { readonly field?: FieldWords } {
  if (!('own' in value) || !operation) return {};
  const names =
    value.header === undefined ? [nameOf(value), shortNameOf(value)] : [headerOf(value), shortHeaderOf(value)];
  const [whole = '', short = ''] = names;
  return { field: { whole, short, operation: operation.before.id } };
}

/** A witness with the names that its fields have in the newer release. */
function throughNames(witness: Witness, { host }: Context): Witness {
  const fields = 'operation' in witness ? host?.renamed?.get(witness.operation) : undefined;
  return fields && 'operation' in witness ? { ...witness, fields } : witness;
}

/** Levels, their reason, and the rule that proves that of the suite. */
function judged(kind: Frame, details: ChangeDetails, rules: readonly string[], context: Context) {
  const stated = { ...kind.levels, ...details.levels };
  // What is known of no host speaks of a rule itself: only where it says that the rule goes, the rule is lost by it.
  const lost = context.host || stated.suite === 'breaking' ? lostRule(rules, context) : undefined;
  const levels = proven(stated, details, lost);
  const isLowered = levels.operators === 'breaking' && failsNone(rules, context);
  const reason = [
    details.reason ?? kind.reason,
    ...(isLowered ? ['the documents leave it open, so no deployment fails on it'] : []),
    ...(lost && stated.suite !== 'breaking' ? ['baselines and `--only` can no longer name one of its rules'] : []),
  ].join('; ');
  return {
    levels: isLowered ? { ...levels, operators: 'risky' as const } : levels,
    reason,
    ...(lost && { lostRule: lost }),
  };
}

/** Tells whether some rules are known, none of which can fail a deployment. */
function failsNone(rules: readonly string[], { host }: Context): boolean {
  const views = host ? [host.before, host.after] : [];
  const tiers = rules.flatMap((rule) => views.flatMap((view) => tiersOf(view).get(rule) ?? []));
  return tiers.length > 0 && !tiers.includes('must');
}

const tiersOf = once((view: ComparedView) => new Map(view.rules.map(({ id, tier }) => [id, tier])));

/** Levels of which none is breaking without a proof: a witness, or for the suite a rule that it can no longer name. */
function proven(levels: Levels, { witness }: ChangeDetails, lost: LostRule | undefined): Levels {
  const lowered = (level: Level): Level => (level === 'breaking' ? 'risky' : level);
  return {
    callers: witness ? levels.callers : lowered(levels.callers),
    operators: witness ? levels.operators : lowered(levels.operators),
    suite: lost ? 'breaking' : lowered(levels.suite),
  };
}
