import { expect, test } from 'vitest';
import { readContract } from '../contract/contract.ts';
import { evaluatorOf } from '../oracle/evaluate.ts';
import { readingsOf } from './readings.ts';

const contract = await readContract('generated/contracts/arc.json');
const evaluator = evaluatorOf(contract);

test('reads of each result in a list what the formula reads of it, and no more', () => {
  const within = contract.scenarios.flatMap(({ expects }) => expects).find(({ id }) => id === 'arc-text-range.within');
  if (!within) throw new Error('The contract has no range.');
  const answer = (amount: string) => ({
    status: 402,
    headers: { 'payment-required': 'A' },
    body: { price: { amount } },
  });
  const readings = readingsOf(within.must, evaluator, { small_chat: answer('0.01'), large_chat: answer('7') });
  expect(readings).toMatchObject({
    'small_chat.status': 402,
    'small_chat.body.price.amount': '0.01',
    'large_chat.body.price.amount': '7',
    'large_message.status': '(no value)',
  });
  expect(JSON.stringify(readings)).not.toContain('headers');
});
