import { expect, test } from 'vitest';
import { readContract } from '#conformance/contract/contract.ts';
import { nearestRules } from './nearest.ts';

test('the nearest rules of a fault in the words of a rule have that rule, and none that cannot fail', async () => {
  const contract = await readContract('generated/contracts/base.json');
  const asserted = contract.rules.filter(({ tier }) => tier === 'must');
  for (const { id, summary, from } of asserted.filter((_, index) => index % 25 === 0)) {
    const quote = contract.statements[from[0] ?? '']?.text ?? '';
    const near = nearestRules(contract, { id: 'fault', host: 'base', says: summary, quote });
    expect(near).toContain(id);
    expect(asserted.map((rule) => rule.id)).toEqual(expect.arrayContaining([...near]));
  }
});
