import { areasOf, operationsOf } from '#conformance/contract/area.ts';
import type { Contract, Rule } from '#conformance/contract/contract.ts';
import { nearestRules } from '../strangers/nearest.ts';
import type { Saboteur } from './saboteur.ts';

/** True for a method and a path that a saboteur is about. */
export type Matcher = (method: string, path: string) => boolean;

/**
 * Makes the matcher of route patterns.
 *
 * `{name}` stands for one segment, `{name+}` for several, `*` for any text. Paths of the account host may be written as
 * those of the other hosts, with `/api` before them.
 */
export function matcherOf(on: Saboteur['on'], host: string): Matcher {
  const patterns = [on].flat().map((route) => {
    const [method = '', path = ''] = route.split(' ');
    const own = host === 'account' ? path.replace(/^\/api\//, '/') : path;
    const expression = own
      .replace(/[.?^$()|[\]\\:]/g, '\\$&')
      .replace(/\{[^}]*\+\}/g, '.+')
      .replace(/\{[^}]*\}/g, '[^/]+')
      .replaceAll('*', '.*');
    return { method, path: new RegExp(`^${expression}$`) };
  });
  return (method, path) => patterns.some((each) => ['*', method].includes(each.method) && each.path.test(path));
}

/** Ids of the operations of a contract that a saboteur is about. */
export function operationsNear({ operations }: Contract, { on, host }: Pick<Saboteur, 'on' | 'host'>): Set<string> {
  const matches = matcherOf(on, host);
  const own = operations.filter(({ method, path }) => matches(method, path.replace(/\{[^}]*\}/g, 'x')));
  return new Set(own.map(({ id }) => id));
}

/** More rules than these would take as long as all. */
const maxNear = 200;

/**
 * The ids of the rules of the statement, in rounds: first those for the operations of the saboteur, because rules about
 * every call take long.
 */
export function ownRounds(contract: Contract, saboteur: Saboteur): readonly (readonly string[])[] {
  const own = judgedRules(contract).filter(({ from }) => from.includes(saboteur.statement));
  return [idsOf(about(own, contract, saboteur)), idsOf(own)].filter((round) => round.length > 0);
}

/**
 * The ids of all rules that may find a saboteur, the nearest first: those of its operations and those with the nearest
 * words, then those of the areas of the operations, and those about no operation. Other rules read nothing that it changes.
 */
export function reachingRules(contract: Contract, saboteur: Saboteur, sentence: string): readonly string[] {
  const reached = idsOf(judgedRules(contract).filter(reaching(contract, saboteur)));
  return [...new Set([...rulesNear(contract, saboteur, sentence), ...reached])];
}

function judgedRules({ rules }: Contract): readonly Rule[] {
  return rules.filter(({ tier, unobservable }) => tier === 'must' && unobservable === undefined);
}

/** Tells whether a rule may read messages of the operations that a saboteur is about. */
function reaching(contract: Contract, saboteur: Saboteur): (rule: Rule) => boolean {
  const near = operationsNear(contract, saboteur);
  // Any rule may ask for paths that no operation has.
  if (near.size === 0) return () => true;
  const areas = new Set(contract.operations.flatMap(({ id, area }) => (near.has(id) ? area : [])));
  return (rule) => operationsOf(rule, contract).length === 0 || areasOf(rule, contract).some((area) => areas.has(area));
}

/** The ids of the rules of the operations that a saboteur is about, and of those whose words are nearest to its own. */
export function rulesNear(contract: Contract, saboteur: Saboteur, sentence: string): readonly string[] {
  const { id, host, breaks } = saboteur;
  const words = nearestRules(contract, { id, host, says: breaks, quote: sentence });
  const asserted = contract.rules.filter(({ tier }) => tier === 'must');
  const own = new Set(idsOf(about(asserted, contract, saboteur)));
  const near = words.filter((rule) => own.has(rule));
  return [...new Set([...near, ...own, ...words])].slice(0, maxNear);
}

/** The rules about operations that a saboteur is about. */
function about(rules: readonly Rule[], contract: Contract, saboteur: Saboteur): readonly Rule[] {
  const operations = operationsNear(contract, saboteur);
  return rules.filter((rule) => operationsOf(rule, contract).some((operation) => operations.has(operation)));
}

function idsOf(rules: readonly Rule[]): readonly string[] {
  return rules.map(({ id }) => id);
}
