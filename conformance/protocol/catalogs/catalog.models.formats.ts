import { spread } from '../../arbitraries/combinations.ts';
import { readField, rootOf, writeField } from '../../arbitraries/fields.ts';
import { answerCacheOf } from '../../calls/answer-cache.ts';
import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import type { FieldPath } from '../../oracle/reads.ts';
import { catalogWith, publishedLists } from '../../rates/catalog-bodies.ts';
import { judgeInvalid } from '../../requests/verdicts.ts';

const id = 'catalog.models.formats';

/** Models that are tried with one operation. */
const most = 24;

/** An operation in the format of one provider takes no model of the live catalog that has another prefix. */
export const modelFormats: ProtocolCheck = {
  id,
  async check(run) {
    const rule = run.contract.rules.find((each) => each.id === id);
    if (!rule) throw new NotTestable('The contract has no such rule.');
    const calls = await foreignCalls(run, rule.from);
    const finding = await firstFinding(calls, (invocation): Promise<Outcome | undefined> => {
      const because = 'its model belongs to a provider that does not speak this format';
      return judgeInvalid(answerCacheOf(run), rule, { invocation, part: 'body', because, error: 'unknown-model' });
    });
    return finding ?? { verdict: 'pass', detail: `Models of other providers: ${calls.length}.` };
  },
};

/** The examples of operations that speak one provider's format, with each model of another. */
async function foreignCalls(run: Run, statements: readonly string[]): Promise<readonly Invocation[]> {
  const lists = await publishedLists(run, catalogWith(run, 'context_window', 'max_output'));
  const listed = new Set(lists.flatMap(({ entries, others }) => [...entries.keys(), ...others]));
  const calls = run.contract.operations.flatMap((operation): readonly Invocation[] => {
    const condition = operation.conditions.find(({ from }) => from?.some((each) => statements.includes(each)));
    if (!condition?.names) return [];
    const field: FieldPath = [rootOf.body, condition.names];
    const { base } = answerCacheOf(run).requests(operation);
    const own = prefixOf(readField(base, field));
    const foreign = [...listed].filter((model) => own !== undefined && ![undefined, own].includes(prefixOf(model)));
    const each = foreign.map((model) => writeField(base, field, model));
    return spread(each, most);
  });
  if (calls.length === 0) throw new NotTestable('The catalog lists no model of another provider.');
  return calls;
}

/** The provider in the id of a model; `undefined` where it has none. */
function prefixOf(model: unknown): string | undefined {
  const [provider, name] = String(model).split('/');
  return name === undefined ? undefined : provider;
}
