import { minimal } from '#conformance/arbitraries/minimal.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from '../apply/contracts.ts';
import { variationOf } from '../apply/variations.ts';
import { requestDomain } from './request-domain.ts';

/** True to schema: no answer like the smallest of each form differs in one place and keeps the wrong contract alone. */
export function sameAnswers(right: Side, { rule, contract }: Mutant): string | undefined {
  const { schema: where } = rule;
  if (where?.in !== 'response') return undefined;
  const schemaIn = ({ operations }: Contract) =>
    operations.find(({ id }) => id === rule.operation)?.responses.find(({ http }) => http === where.status)?.schema;
  const [old, changed] = [schemaIn(right.contract), schemaIn(contract)];
  if (!old || !changed) return undefined;
  const { material } = requestDomain(right, rule.operation);
  const { judge } = sideOf(contract);
  const samples = right.judge
    .shapes(old)
    .map((shape) => minimal(shape, material))
    .filter((sample) => right.judge.valid(old, sample) && variationOf(sample, where.path, () => true));
  const differs = (each: unknown) => !right.judge.valid(old, each) && judge.valid(changed, each);
  if (samples.length === 0 || samples.some((sample) => variationOf(sample, where.path, differs))) return undefined;
  return 'The changed field selects the variant of the response, so that a different value selects a different variant.';
}
