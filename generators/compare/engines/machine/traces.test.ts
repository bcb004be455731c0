import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formula } from '../../../cel/formulas.ts';
import type { Machine, Transition } from '../../../model/types.ts';
import { difference } from './traces.ts';

type Line = readonly [
  from: string,
  on: string,
  to: string,
  more?: { readonly if?: string; readonly effects?: readonly string[] },
];

function machineOf(lines: readonly Line[], initial = 'a'): Machine {
  const transitions = lines.map(([from, on, to, more = {}], index): Transition => {
    const seconds = /^after\((\d+)s\)$/.exec(on)?.[1];
    return {
      id: `m.${index}`,
      from: [from],
      on,
      to,
      ...(seconds !== undefined && { after: Number(seconds) }),
      ...(more.if !== undefined && { if: formula(more.if) }),
      effects: more.effects ?? [],
      statements: [],
      status: 'stated',
    };
  });
  const states = Object.fromEntries(
    lines.flatMap(([from, , to]) => [from, to]).map((name) => [name, { final: false, summary: '' }]),
  );
  return { id: 'm', summary: '', initial, states, transitions, always: [], reads: {}, from: [], status: 'stated' };
}

const base: readonly Line[] = [
  ['a', 'start', 'b'],
  ['b', 'poll', 'c', { if: 'upstream.finished', effects: ['settle'] }],
  ['b', 'after(60s)', 'd', { effects: ['release'] }],
];
const given = { 'upstream.finished': true };

describe('difference', () => {
  test.each<[name: string, changed: readonly Line[], expected: unknown]>([
    [
      'a lost ending',
      base.slice(0, 2),
      { steps: [{ event: 'start' }, { event: '60 seconds' }], before: { state: 'd' } },
    ],
    [
      'a gained transition',
      [...base, ['c', 'reopen', 'a']],
      { steps: [{}, { event: 'poll', given }, { event: 'reopen' }], after: { state: 'a' } },
    ],
    [
      'another effect',
      [base[0] as Line, ['b', 'poll', 'c', { if: 'upstream.finished' }], base[2] as Line],
      { steps: [{}, { event: 'poll', given }], before: { effects: ['settle'] }, after: { effects: [] } },
    ],
    [
      'a shorter timer',
      [base[0] as Line, base[1] as Line, ['b', 'after(30s)', 'd', { effects: ['release'] }]],
      { steps: [{}, { event: '30 seconds' }], after: { state: 'd' } },
    ],
    [
      'a lost guard',
      [base[0] as Line, ['b', 'poll', 'c', { effects: ['settle'] }], base[2] as Line],
      { steps: [{}, { event: 'poll', given: { 'upstream.finished': false } }], after: { state: 'c' } },
    ],
    [
      'a guard turned round',
      [base[0] as Line, ['b', 'poll', 'c', { if: '!upstream.finished', effects: ['settle'] }], base[2] as Line],
      { steps: [{}, { event: 'poll', given }], before: { state: 'c' } },
    ],
  ])('shows %s', (_, changed, expected) => {
    const found = difference(machineOf(base), machineOf(changed));
    expect(found).toMatchObject(expected as object);
  });

  test('is none where transitions are only written differently, or cannot be reached', () => {
    const twice = [...base].reverse();
    const split: readonly Line[] = [
      ...base.filter(([, on]) => on !== 'start'),
      ['a', 'start', 'b', { if: 'x' }],
      ['a', 'start', 'b', { if: '!x' }],
    ];
    expect(difference(machineOf(base), machineOf(twice))).toBeUndefined();
    expect(difference(machineOf(base), machineOf(split))).toBeUndefined();
    expect(difference(machineOf(base), machineOf([...base, ['nowhere', 'poll', 'a']]))).toBeUndefined();
  });

  test('is what a walk over both shows', () => {
    const state = fc.constantFrom('a', 'b', 'c');
    const event = fc.constantFrom('x', 'y');
    const lines = fc.array(fc.tuple(state, event, state), { maxLength: 6 });
    const step = (all: readonly Line[], at: string | undefined, on: string) =>
      all.find(([from, each]) => from === at && each === on)?.[2];
    fc.assert(
      fc.property(lines, lines, fc.array(event, { maxLength: 8 }), (one, other, walk) => {
        const found = difference(machineOf(one), machineOf(other));
        const path = found?.steps.map((each) => each.event) ?? walk;
        let [was, is]: (string | undefined)[] = ['a', 'a'];
        for (const on of path) [was, is] = [step(one, was, on), step(other, is, on)];
        if (found) expect(was).not.toBe(is);
        else expect(was).toBe(is);
      }),
    );
  });
});
