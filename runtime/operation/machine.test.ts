import { describe, expect, test } from 'vitest';
import { defineMachine } from './machine.ts';

const kiln = defineMachine<'cold' | 'hot' | 'broken', 'lit' | 'checked' | 'after(60s)', 'alarm', { heat: number }>({
  id: 'kiln',
  initial: 'cold',
  states: {
    cold: { final: false, summary: 'Not lit' },
    hot: { final: false, summary: 'Lit' },
    broken: { final: true, summary: 'Burnt out' },
  },
  transitions: [
    { id: 'kiln.cold.lit', from: ['cold'], on: 'lit', to: 'hot', effects: [] },
    {
      id: 'kiln.hot.checked',
      from: ['hot'],
      on: 'checked',
      guard: ({ heat }) => heat > 9,
      to: 'broken',
      effects: ['alarm'],
    },
    { id: 'kiln.hot.after', from: ['hot'], on: 'after(60s)', after: 60, to: 'cold', effects: [] },
  ],
});

describe('a machine', () => {
  test('goes where an event leads and says which transition it took', () => {
    expect(kiln.step('cold', 'lit', { heat: 0 })).toEqual({
      ok: true,
      state: 'hot',
      effects: [],
      transition: 'kiln.cold.lit',
    });
    expect(kiln.step('hot', 'checked', { heat: 10 })).toMatchObject({ state: 'broken', effects: ['alarm'] });
  });

  test('says why an event leads nowhere', () => {
    expect(kiln.step('hot', 'checked', { heat: 9 })).toEqual({ ok: false, reason: 'guarded' });
    expect(kiln.step('cold', 'checked', { heat: 10 })).toEqual({ ok: false, reason: 'unexpected' });
    expect(kiln.step('broken', 'lit', { heat: 0 })).toEqual({ ok: false, reason: 'final' });
  });

  test('tells what time has brought', () => {
    expect([kiln.due('hot', 59), kiln.due('hot', 60), kiln.due('cold', 99)]).toEqual([
      undefined,
      'after(60s)',
      undefined,
    ]);
  });
});
