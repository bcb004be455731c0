import type { Cause, RuleResult } from './report.ts';

/**
 * Groups failed rules by their likely cause.
 *
 * Two findings have one cause where one request that ends in a server error shows both, or where they say the same: the
 * same sentence, place and values, except for names, ids and times; amounts may differ as long as their ratio or
 * difference is the same. Rules of the same statements that fail at the same place have one cause as well.
 */
export function causesOf(failed: readonly RuleResult[]): readonly Cause[] {
  const groups: { readonly keys: Set<string>; readonly results: RuleResult[] }[] = [];
  for (const result of failed) {
    const keys = keysOf(result);
    const alike = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const [first = { keys: new Set<string>(), results: [] }, ...others] = alike;
    if (alike.length === 0) groups.push(first);
    first.results.push(result);
    for (const key of [...keys, ...others.flatMap((group) => [...group.keys])]) first.keys.add(key);
    for (const other of others) {
      first.results.push(...other.results);
      groups.splice(groups.indexOf(other), 1);
    }
  }
  const order = new Map(failed.map(({ rule }, index) => [rule, index]));
  return groups
    .map(({ results }) => results.toSorted((a, b) => (order.get(a.rule) ?? 0) - (order.get(b.rule) ?? 0)))
    .map((results) => ({ finding: sentenceOf(results), rules: results.map(({ rule }) => rule) }))
    .toSorted((a, b) => b.rules.length - a.rules.length);
}

/** The one cause of all failed rules. */
export function oneCause(failed: readonly RuleResult[], finding: string): readonly Cause[] {
  return failed.length === 0 ? [] : [{ finding, rules: failed.map(({ rule }) => rule) }];
}

function sentenceOf([first]: readonly RuleResult[]): string {
  return first?.detail ?? first?.summary ?? '';
}

/** A text that all findings of one cause share. */
function keysOf(result: RuleResult): readonly string[] {
  const { operation = '', statements, detail, summary } = result;
  const place = masked(result.at ?? '');
  const [owner = ''] = result.rule.split('.');
  const words = (detail ?? summary).split(' ').map((word) => (word.replace(/[:.,]$/, '') === owner ? '#' : word));
  const finding = JSON.stringify([masked(words.join(' ')), place]);
  return [
    ...valueKeys(result).map((key) => `${finding} ${key}`),
    ...(isAmount(result) ? valueKeys(result).map((key) => `${operation}: ${key}`) : []),
    ...(statements.length > 0 ? [JSON.stringify([statements, place])] : []),
    ...crashKeys(result),
  ];
}

/** A request that ends in an undocumented server error explains whatever a check expected of its response. */
function crashKeys({ exchange }: RuleResult): readonly string[] {
  if (exchange?.answer.status !== 500) return [];
  const { method, url } = exchange.request;
  return [`${method} ${new URL(url).pathname}`];
}

function valueKeys({ expected, actual }: RuleResult): readonly string[] {
  const [wanted, came] = [amountOf(expected), amountOf(actual)];
  if (wanted === undefined || came === undefined) return [JSON.stringify([shapeOf(expected), shapeOf(actual)])];
  return [`differs by ${came - wanted}`, ...(wanted === 0 ? [] : [`is ${(came / wanted).toFixed(6)} of it`])];
}

function isAmount({ expected, actual }: RuleResult): boolean {
  return amountOf(expected) !== undefined && amountOf(actual) !== undefined;
}

function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

/** The part of a value that is the same for all operations: the names of its fields, and its types. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
  return typeof value === 'string' ? masked(value) : value;
}

/** A text without quoted values, paths, numbers and ids, those of operations (`generate-image`) among them. */
function masked(text: string): string {
  return text
    .replace(/"[^"]*"|`[^`]*`/g, '"…"')
    .replace(/\/[\w{}./:-]+/g, '/…')
    .replace(/\b[\w-]*\d[\w-]*\b|\b[a-z]+(-[a-z]+)+\b/gi, '#')
    .replace(/#+/g, '#');
}
