import type { Condition } from '../../../model/types.ts';
import type { Context, KindResult } from '../../kind.ts';
import { domainOf } from '../calls/domain.ts';
import { CallPair, constantsOf, holds } from '../calls/pair.ts';
import { clausesOf } from '../formulas/clauses.ts';
import { textOf } from './texts.ts';

/** Responses that are tried at most. */
const most = 1500;

/** The change of a promise about responses: none, stricter, or laxer. */
export function* promiseFound(
  way: 'tightened' | 'loosened',
  before: Condition,
  after: Condition,
  { host, operation }: Context,
): Generator<KindResult> {
  if (!host || !operation) return;
  const pair = new CallPair(host, operation);
  const form = (side: 'old' | 'new', condition: Condition) =>
    clausesOf([condition], { inputs: {}, constants: constantsOf(pair.view(side)), catalog: () => '' });
  if (form('old', before) === form('new', after)) {
    yield { same: ['when', 'must'], by: 'algebra' };
    return;
  }
  const trees = [before, after].flatMap(({ when, must }) => [...(when ? [when.tree] : []), must.tree]);
  const domain = domainOf(pair, trees, most);
  const kept = domain.calls.map(({ request, response }) => [
    holds(before, pair.environment('old', request, response)),
    holds(after, pair.environment('new', request, response)),
  ]);
  const stricter = kept.some(([was, is]) => was && !is);
  const laxer = kept.some(([was, is]) => !was && is);
  if (!stricter && !laxer)
    yield { same: ['when', 'must'], by: domain.complete ? 'every input' : `${kept.length} sampled inputs` };
  // A promise that is both is reported for callers, who rely on it.
  else if ((way === 'loosened') === laxer)
    yield {
      sentence: `The rule \`${after.id}\` promises ${laxer ? 'less' : 'more'}: \`${textOf(after)}\` instead of \`${textOf(before)}\``,
    };
}
