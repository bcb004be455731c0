/** Which statements have a saboteur, and which need none. */

import type { Model, Statement } from '#generators/model/types.ts';
import type { Saboteur } from './saboteur.ts';
import unseen from './unseen.json' with { type: 'json' };

/** Statements that rules name and that no gateway can break so that it is seen from outside, with the reason. */
const reasonsUnseen: ReadonlyMap<string, string> = new Map(Object.entries(unseen));

/** Statements by what they need. */
export interface Coverage {
  /** Statements that a gateway can break so that it is seen from outside. */
  readonly testable: readonly Statement[];
  /** Those of them without a saboteur. */
  readonly missing: readonly Statement[];
  /** Statements that need no saboteur, with the reason. */
  readonly excused: readonly { readonly statement: Statement; readonly reason: string }[];
}

/** Sorts the statements of a model by whether a saboteur breaks them. */
export function coverageOf(model: Model, saboteurs: readonly Pick<Saboteur, 'statement' | 'withdrawn'>[]): Coverage {
  const broken = new Set(saboteurs.flatMap(({ statement, withdrawn }) => (withdrawn === undefined ? statement : [])));
  const reasonFor = reasons(model);
  const all = [...model.statements.values()].map((statement) => ({ statement, reason: reasonFor(statement) }));
  const testable = all.flatMap(({ statement, reason }) => (reason === undefined ? statement : []));
  return {
    testable,
    missing: testable.filter(({ id }) => !broken.has(id)),
    excused: all.flatMap(({ statement, reason }) => (reason === undefined ? [] : { statement, reason })),
  };
}

/** Why a statement needs no saboteur; `undefined` where it needs one. */
function reasons({ rules, hosts, questions }: Model): (statement: Statement) => string | undefined {
  const asserted = new Set(
    hosts.flatMap((host) =>
      host.rules.filter(({ tier, unobservable }) => tier === 'must' && unobservable === undefined),
    ),
  );
  const stated = new Set([...asserted].flatMap(({ from }) => from));
  return ({ id, document, kind, testable, excluded }) => {
    if (document === 'x402') return 'of the standard: sellers are judged by it, with faults of their own';
    if (excluded !== undefined) return `not encoded: ${excluded}`;
    if (kind === 'conflict' || kind === 'unknown') return `open: the ledger lists it as ${kind}`;
    const hidden = reasonsUnseen.get(id);
    if (hidden !== undefined) return `not seen from outside: ${hidden}`;
    if (stated.has(id)) return undefined;
    if (testable === 'none' || testable === 'structural') return `not testable from outside: ${testable} in the ledger`;
    const unseen = rules.find(({ from, unobservable }) => unobservable !== undefined && from.includes(id));
    if (unseen) return `cannot be seen: ${unseen.unobservable}`;
    const question = questions.find(({ statements }) => statements.includes(id));
    return question && `open: question ${question.id}`;
  };
}
