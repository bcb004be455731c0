import { describe, expect, test } from 'vitest';
import type { Scenario, Step } from '../contract/contract.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { runScenario } from './run-scenario.ts';

const scenario = (steps: readonly Step[]): Scenario => ({
  id: 'scenario',
  title: 'A scenario',
  from: [],
  status: 'stated',
  steps,
  expects: [],
});

describe('runScenario', () => {
  test('signs for a step that only got a challenge, and sends the payment where it is named', async () => {
    const { bindings } = await runScenario(
      scenario([
        { call: 'small', pay: 'none', as: 'asked' },
        { ledger: true, as: 'before' },
        { call: 'small', pay: 'asked', as: 'paid' },
        { ledger: true, as: 'after' },
      ]),
      referenceRun(),
    );
    expect(bindings).toMatchObject({ asked: { status: 402 }, before: [], paid: { status: 200 }, after: [{}] });
  });

  test('sends a payment again where a step has paid', async () => {
    const { bindings } = await runScenario(
      scenario([
        { call: 'small', as: 'paid' },
        { call: 'small', pay: 'paid', as: 'again' },
      ]),
      referenceRun(),
    );
    expect(bindings).toMatchObject({ paid: { status: 200 }, again: { status: 402 } });
  });
});
