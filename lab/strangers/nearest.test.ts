import { expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { nearestRules } from './nearest.ts';

test('the nearest rules of a fault in the words of a rule have one in these words, and none that cannot fail', async () => {
  const contract = await readContract('generated/contracts/base.json');
  const asserted = contract.rules.filter(({ tier }) => tier === 'must');
  const summaryOf = new Map(asserted.map(({ id, summary }) => [id, summary]));
  for (const { summary, from } of asserted.filter((_, index) => index % 25 === 0)) {
    const quote = contract.statements[from[0] ?? '']?.text ?? '';
    const near = nearestRules(contract, { id: 'fault', host: 'base', says: summary, quote });
    // More operations than are tried first have the same error in the same words.
    expect(near.map((id) => summaryOf.get(id))).toContain(summary);
    expect([...summaryOf.keys()]).toEqual(expect.arrayContaining([...near]));
  }
});
