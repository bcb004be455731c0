import { describe, expect, test } from 'vitest';
import { readContract, type Scenario } from '../contract/contract.ts';
import { stepsNeeded } from './needed.ts';

const hosts = ['base', 'solana', 'arc', 'test', 'account'];

const named = (name: string) => ({ text: name, tree: { op: 'variable', name } }) as const;

const expectation = (id: string, name: string): Scenario['expects'][number] => ({
  ...{ id, summary: id, from: [], status: 'stated' },
  must: named(name),
});

const scenario: Scenario = {
  ...{ id: 'sale', title: 'A sale', from: [], status: 'stated' },
  steps: [
    { call: 'ask', as: 'asked' },
    { ledger: true, as: 'before' },
    { advance: 60 },
    { call: 'buy', as: 'bought' },
    { ledger: true, as: 'after' },
    { call: 'list', with: { payer: named('after') }, as: 'listed' },
  ],
  expects: [
    expectation('sale.asked', 'asked'),
    expectation('sale.bought', 'bought'),
    expectation('sale.paid', 'after'),
    expectation('sale.listed', 'listed'),
  ],
};

const callsFor = (...ids: readonly string[]) =>
  stepsNeeded(scenario, (id) => ids.includes(id)).map(({ as, advance }) => as ?? advance);

test.each(hosts)('on host %s only expectations at level controlled need steps of the control API', async (host) => {
  const { scenarios, rules } = await readContract(`generated/contracts/${host}.json`);
  const levels = new Map(rules.map(({ id, level }) => [id, level]));
  for (const each of scenarios) {
    for (const { id } of each.expects) {
      const isControlled = stepsNeeded(each, (other) => other === id).some(({ call }) => call === undefined);
      expect([id, levels.get(id) === 'controlled']).toEqual([id, isControlled]);
    }
  }
});

describe('the steps of a scenario that expectations need', () => {
  test('end with the last result that one of them reads', () => {
    expect(callsFor('sale.asked')).toEqual(['asked']);
    expect(callsFor('sale.asked', 'sale.bought')).toEqual(['asked', 60, 'bought']);
  });

  test('include readings of the ledger that one of them reads', () => {
    expect(callsFor('sale.paid')).toEqual(['asked', 60, 'bought', 'after']);
  });

  test('include readings of the ledger that another step reads', () => {
    expect(callsFor('sale.listed')).toEqual(['asked', 60, 'bought', 'after', 'listed']);
  });
});
