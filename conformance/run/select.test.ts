import { expect, test } from 'vitest';
import { labContract } from '../testing/lab-contract.ts';
import { profileOf } from './profile.ts';
import { selectRules } from './select.ts';

test('the profile of payments selects the rules of payments', () => {
  const { maxRequests, ...selection } = profileOf('payments', {}, labContract);
  expect(maxRequests).toBe(undefined);
  const chosen = selectRules(labContract, selection).map(({ id }) => id);
  expect(chosen).toContain('payment.challenge.required');
  expect(chosen.every((id) => id.startsWith('payment.'))).toBe(true);
});

test('a profile of the target file replaces a built-in one', () => {
  const file = { profiles: { smoke: { only: ['payment.challenge.scheme'], max_requests: 5 } } };
  const { maxRequests, ...selection } = profileOf('smoke', file, labContract);
  expect(maxRequests).toBe(5);
  expect(selectRules(labContract, selection).map(({ id }) => id)).toEqual(['payment.challenge.scheme']);
  expect(profileOf('smoke', {}, labContract)).toEqual({ maxRequests: 60 });
});

test('an unknown profile is refused with the known ones', () => {
  expect(() => profileOf('smok', {}, labContract)).toThrow('Did you mean "smoke"');
});
