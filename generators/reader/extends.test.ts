import { describe, expect, test } from 'vitest';
import { readSpec } from '../read.ts';
import { baseOf } from './extends.ts';

describe('a specification that extends the x402 standard', () => {
  test('has the rules, errors and statements of the standard, and no payment rules of its own', async () => {
    const { model, diagnostics } = await readSpec('examples/weather/spec');
    expect(diagnostics).toEqual([]);
    expect(model?.documents).toEqual([
      { id: 'offer', title: 'What the weather service promises' },
      { id: 'x402', title: 'The x402 v2 standard' },
    ]);
    const [host] = model?.hosts ?? [];
    expect(host?.rules.find(({ id }) => id === 'payment.challenge.required')?.from).toEqual(['x402-001']);
    expect(host?.statements['x402-001']?.text).toContain('402');
    expect(Object.keys(host?.errors ?? {})).toContain('payment-replay');
  });

  test('names it as a standard of a package', () => {
    expect(baseOf('examples/weather/spec')).toMatchObject({
      name: 'tollwright/x402',
      folder: expect.stringMatching(/spec.standards.x402$/),
    });
  });
});
