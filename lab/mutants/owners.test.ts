import { describe, expect, test } from 'vitest';
import type { Scenario, Step } from '#conformance/contract/contract.ts';
import { contractOf } from '#conformance/testing/contract.ts';

/** The documents do not say whose assets a video may show, and pages of markets are for all. */
const shared = ['generate-video', 'list-venue-a-markets', 'list-venue-b-markets'];

/** The names of earlier steps whose results a step puts into its call. */
function sourcesOf({ with: given, url }: Step): readonly string[] {
  const text = JSON.stringify([given ?? {}, url ?? '']);
  return [...text.matchAll(/\b([a-z_]+)\.body\./g)].flatMap(([, name]) => name ?? []);
}

/** Operations that a scenario calls on what one of its earlier calls has made. */
function calledOnIds({ steps }: Scenario): readonly string[] {
  const made = new Set(steps.flatMap(({ call, as: name }) => (call && name ? [name] : [])));
  return steps.flatMap((step) => (step.call && sourcesOf(step).some((name) => made.has(name)) ? [step.call] : []));
}

/** True if a scenario creates and reads two objects of one kind, or if another owner calls. */
function isOfTwo({ steps, expects }: Scenario): boolean {
  if (steps.some(({ pay, key }) => pay === 'other-wallet' || key !== undefined)) return true;
  const read = [...steps.flatMap(sourcesOf), ...expects.flatMap(({ must }) => sourcesOf({ with: { must } }))];
  const made = steps.filter(({ as: name }) => name !== undefined && read.includes(name));
  return made.some(({ call }, index) => call !== undefined && made.findIndex((other) => other.call === call) < index);
}

describe('scenarios', () => {
  test.for(['base', 'solana', 'account'])('of host %s call each operation on an id of two', async (host) => {
    const { scenarios } = await contractOf(host);
    const all = new Set(scenarios.flatMap(calledOnIds));
    const ofTwo = new Set(scenarios.filter(isOfTwo).flatMap(calledOnIds));
    expect(all.size).toBeGreaterThan(5);
    expect([...all].filter((id) => !ofTwo.has(id) && !shared.includes(id))).toEqual([]);
  });

  test.for([
    ['base', ['list-numbers', 'list-portraits', 'list-realfaces']],
    ['account', ['list-usage', 'get-balance']],
  ] as const)('of host %s ask two owners for their lists', async ([host, lists]) => {
    const { scenarios } = await contractOf(host);
    const called = scenarios.filter(isOfTwo).flatMap(({ steps }) => steps.flatMap(({ call }) => call ?? []));
    expect(lists.filter((id) => !called.includes(id))).toEqual([]);
  });
});
