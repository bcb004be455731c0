import { chargesOf } from '../../account/charge.ts';
import { equationsOf } from '../../account/metered.ts';
import { judgeOtherModels } from '../../account/other-models.ts';
import { judgePublished, readPublished } from '../../account/published-charges.ts';
import { rateColumns } from '../../account/rates.ts';
import { writeField } from '../../arbitraries/fields.ts';
import { lengthened, responseFieldsOf } from '../../arbitraries/metered-calls.ts';
import { operationContextOf } from '../../calls/answer-cache.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/contract.ts';
import { NotTestable } from '../../http/interruption.ts';
import { catalogsOf } from '../../oracle/catalogs.ts';
import { EvaluationError } from '../../oracle/evaluate.ts';
import { fieldOf, writtenOut } from '../../oracle/reads.ts';
import { catalogRead } from '../../rates/read-catalog.ts';

/** Every model of the catalog is charged at the rates of its own entry. */
export const chargeModels: ProtocolCheck = {
  id: 'account.charge.models',
  async check(run) {
    const judged: string[] = [];
    for (const operation of run.contract.operations) {
      const { price: use, closed } = operation;
      if (!use || closed || run.evaluator.price(use).kind !== 'metered') continue;
      const tree = writtenOut(run.evaluator.price(use), use);
      // Prices of other media read no usage, and no two rates.
      if (!responseFieldsOf(tree).includes('usage')) continue;
      const equationOf = equationsOf(run.contract, use, rateColumns(run.contract, tree));
      const charges = await chargesOf(run, callsOf(run, operation));
      // Other rules judge how responses report their usage, where the documents say how.
      const outcome = await judgePublished(run, use, charges, equationOf).catch(unlessUnread);
      if (outcome?.verdict === 'fail') return outcome;
      if (!outcome) continue;
      judged.push(operation.id);
      for (const reading of await readPublished(run, use, charges, equationOf)) {
        const chargesFor = (models: readonly string[]) => chargesOf(run, callsOf(run, operation, models));
        const failure = await judgeOtherModels(reading, chargesFor, equationOf).catch(unlessUnread);
        if (failure) return failure;
      }
    }
    if (judged.length > 0) return { verdict: 'pass', operations: judged };
    throw new NotTestable('No published figures can be recognized as the rates of the models.');
  },
};

function unlessUnread(error: unknown): undefined {
  if (!(error instanceof EvaluationError)) throw error;
}

/** Characters of a prompt whose cost is not lost in rounding. */
const characters = 4000;

/** The example of an operation with a longer prompt, with each of some models, or of the catalog that its price reads. */
function callsOf(run: Run, operation: Operation, models?: readonly string[]) {
  const { price: use } = operation;
  const read = use && catalogRead(writtenOut(run.evaluator.price(use), use));
  const model = read && fieldOf(read.key);
  if (!read || !model) return [];
  const context = operationContextOf(run, operation);
  const { base, allows } = context.requests;
  const long = lengthened(base, characters, context);
  if (models) return models.map((id) => writeField(long, model, id));
  return catalogsOf(run.contract)
    .lines(read.catalog)
    .map(({ key }) => writeField(long, model, key))
    .filter(allows);
}
