import { describe, expect, test } from 'vitest';
import type { Scenario, Step } from '../contract/contract.ts';
import type { Faults } from '../testing/reference/faults.ts';
import { referenceRun } from '../testing/reference/run.ts';
import type { Payment, SignedAuthorization } from '../wallet/wallet.ts';
import { runScenario } from './run-scenario.ts';

const scenario = (steps: readonly Step[]): Scenario => ({
  id: 'scenario',
  title: 'A scenario',
  from: [],
  status: 'stated',
  steps,
  expects: [],
});

const offerSecond: Faults['challenge'] = (body, offer) =>
  Object.assign(body, { accepts: [offer, { ...offer, network: 'eip155:1' }] });

// The wallets of the suite write it.
const decode = (header: string) => JSON.parse(Buffer.from(header, 'base64').toString()) as Payment<SignedAuthorization>;

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

  test('pays the offer of another network with the same wallet where a step says so', async () => {
    const { bindings, sequence } = await runScenario(
      scenario([
        { call: 'small', as: 'usual' },
        { call: 'small', pay: 'other-network', as: 'other' },
      ]),
      referenceRun({ challenge: offerSecond, unverified: ['accepted', 'domain'] }),
    );
    expect(bindings).toMatchObject({ usual: { status: 200 }, other: { status: 200 } });
    const payments = sequence.flatMap(({ sent }) => sent.headers['payment-signature'] ?? []).map(decode);
    expect(payments).toMatchObject([{ accepted: { network: 'eip155:31337' } }, { accepted: { network: 'eip155:1' } }]);
    expect(new Set(payments.map(({ payload }) => payload.authorization.from)).size).toBe(1);
  });

  test('stops where a step needs the payment of one that has none, with the results until then', async () => {
    const { bindings, stoppedBy } = await runScenario(
      scenario([
        { call: 'small', as: 'first' },
        { ledger: true, as: 'transfers' },
        { call: 'small', pay: 'transfers', as: 'second' },
      ]),
      referenceRun(),
    );
    expect(bindings).toMatchObject({ first: { status: 200 }, transfers: [{}] });
    expect(bindings).not.toHaveProperty('second');
    expect(stoppedBy).toBe('the step "transfers" has neither paid nor got a challenge');
  });

  test('cannot pay on another network where the challenge offers one only', async () => {
    const steps = scenario([{ call: 'small', pay: 'other-network', as: 'other' }]);
    await expect(runScenario(steps, referenceRun())).rejects.toThrow('offers no second network');
  });
});
