import type { Rule } from '../model/types.ts';
import type { Change, Place } from './change.ts';
import { differing, judge, type Results } from './judge.ts';
import type { Context } from './kind.ts';
import { match } from './matching.ts';
import { innerThings } from './operation-listing.ts';
import type { Side } from './side.ts';
import { type Thing, thing } from './things.ts';

/**
 * Compares the rules of two releases by id.
 *
 * A rule that comes or goes is reported by what it is about; only one that no change speaks of is reported as a rule.
 */
export function compareRules(context: Context, results: Results): void {
  const { kept, added, removed } = match(context.before.release.rules, context.after.release.rules, ({ id }) => id);
  const spoken = new Set([...results.changes, ...results.equivalences].flatMap(({ rules }) => rules));
  const silent = ({ id, operation, subject }: Rule): boolean =>
    !spoken.has(id) &&
    !results.changes.some(
      ({ subject: what }) => (operation && within(what, operation)) || (subject && within(what, subject)),
    );
  const hosts = match(context.before.release.hosts, context.after.release.hosts, ({ host }) => host.id).kept;
  const common = new Set(hosts.map(([{ host }]) => host.id));
  const thing = (rule: Rule): Thing => thingOf(rule, common);
  const altered: Results = { changes: [], equivalences: [] };
  // Releases share the rules that are the same in both.
  const rewritten = kept.filter(([before, after]) => before !== after);
  judge(
    rewritten.flatMap(([before, after]) => differing(thing(before), thing(after), context)),
    altered,
  );
  results.changes.push(...inGroups(altered.changes).map((change) => atField(change, context)));
  const gone = removed.filter(silent).flatMap((rule) => differing(thing(rule), undefined, context));
  judge(gone, results);
  const come = added.filter(silent).flatMap((rule) => differing(undefined, thing(rule), context));
  judge(come, results);
}

/** Changes of many rules in the same words as one change that names them all. */
function inGroups(changes: readonly Change[]): Change[] {
  const groups = Map.groupBy(changes, ({ kind, sentence }) => `${kind} ${sentence}`);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const rules = [first, ...others].flatMap((change) => change.rules);
    return { ...first, rules, sentence: `${first.sentence} (${rules.length} rules)` };
  });
}

/** A change of a rule at the value that the rule is about, where it is about one in a request or response. */
function atField(change: Change, { before, after }: Context): Change {
  const [id] = change.rules;
  const placeIn = ({ release, place }: Side): Place | undefined => {
    const rule = release.rules.find((each) => each.id === id);
    const view = release.hosts.find(({ host }) => rule?.hosts.includes(host.id));
    const operation = view?.operations.find((each) => each.id === rule?.operation);
    const things = view && operation ? innerThings(operation, view, operation.id) : [];
    const found = id === undefined ? undefined : things.find(({ rules }) => rules().includes(id));
    return found && place(found.entry, [...found.path, ...(rule?.schema ? [rule.schema.keyword] : [])]);
  };
  const [was, is] = [placeIn(before), placeIn(after)];
  return { ...change, ...(was && { before: was }), ...(is && { after: is }) };
}

/** True for a subject that is a thing of this id, or that was added or removed with it. */
function within(subject: string, id: string): boolean {
  return subject === `operation/${id}` || subject.slice(subject.indexOf('/') + 1) === id;
}

function thingOf(rule: Rule, common: ReadonlySet<string>): Thing {
  // What a rule asks for, other things say. Of what is written by hand the rule alone says where it holds, what it asks for and at which level.
  const written = rule.kind === 'protocol' && {
    summary: rule.summary,
    level: rule.level,
    hosts: rule.hosts.filter((host) => common.has(host)).sort(),
  };
  return thing('rule', rule.id, rule, {
    parts: { tier: rule.tier, unobservable: rule.unobservable, from: [...rule.from].sort(), ...written },
    entry: entryOf(rule),
    rules: () => [rule.id],
  });
}

/** The entry of the specification that a rule comes from. */
function entryOf({ id, kind, operation, subject = '' }: Rule): string {
  if (kind === 'protocol') return `protocol/${id}`;
  if (kind === 'limit') return `limit/${subject}`;
  if (kind === 'scenario') return `scenario/${subject}`;
  if (kind === 'transition' || kind === 'invariant') return `machine/${subject.split('.')[0]}`;
  return `operation/${operation}`;
}
