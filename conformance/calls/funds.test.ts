import { describe, expect, test } from 'vitest';
import { isExhausted } from './funds.ts';

const refused = (status: number, json: unknown) =>
  isExhausted({ received: { status, json, text: JSON.stringify(json) } });

describe('a refused call of an account', () => {
  test.each([
    [402, { error: 'Payment Required' }],
    [403, { error: { code: 'insufficient_funds' } }],
    [429, { code: 'INSUFFICIENT_BALANCE' }],
    [429, { error: { type: 'insufficient_quota', message: 'You exceeded your current quota.' } }],
    [403, { message: 'Your credit is used up.' }],
  ])('was refused for its balance with %i %j', (status, body) => {
    expect(refused(status, body)).toBe(true);
  });

  test.each([
    [402, { accepts: [] }],
    [400, { error: 'insufficient balance' }],
    [429, { code: 'RATE_LIMITED', details: 'The pool of the provider is exhausted.' }],
    [429, { code: 'RATE_LIMITED', details: 'Insufficient capacity.' }],
    [403, { reason: 'no_active_number' }],
    [429, { error: 'Rate limit exceeded', balance: '12.50' }],
  ])('was refused for something else with %i %j', (status, body) => {
    expect(refused(status, body)).toBe(false);
  });
});
