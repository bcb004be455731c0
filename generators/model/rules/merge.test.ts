import { expect, test } from 'vitest';
import { mergeRules } from './merge.ts';
import type { HostRule } from './rule.ts';

const rule = (id: string, said: Partial<HostRule> = {}): HostRule => ({
  id,
  kind: 'condition',
  summary: id,
  level: 'paid',
  from: ['a-001'],
  status: 'stated',
  ...said,
});

test('a rule of several hosts is one, at the lowest level, with all statements, and has a form on each host', () => {
  const quay = new Map([['operation/search', [rule('search.b'), rule('search.a')]]]);
  const counter = new Map([['operation/search', [rule('search.b', { level: 'free', from: ['a-002'] })]]]);
  const { rules, perHost } = mergeRules([
    { host: 'quay', lists: quay },
    { host: 'counter', lists: counter },
  ]);
  expect(rules.map(({ id, hosts, level, from }) => ({ id, hosts, level, from }))).toEqual([
    { id: 'search.a', hosts: ['quay'], level: 'paid', from: ['a-001'] },
    { id: 'search.b', hosts: ['quay', 'counter'], level: 'free', from: ['a-001', 'a-002'] },
  ]);
  expect(perHost.map((own) => own.map(({ id, level }) => [id, level]))).toEqual([
    [
      ['search.a', 'paid'],
      ['search.b', 'paid'],
    ],
    [['search.b', 'free']],
  ]);
});

test('rules of one id in lists of several names are merged, too', () => {
  const lists = new Map([
    ['operation/search', [rule('search.always.on', { level: 'free' })]],
    ['machine/search', [rule('search.always.on', { from: ['a-002'] })]],
  ]);
  const { rules } = mergeRules([{ host: 'quay', lists }]);
  expect(rules).toMatchObject([{ id: 'search.always.on', level: 'free', from: ['a-001', 'a-002'] }]);
});

test('what is merged of the same lists is the same object', () => {
  const list = [rule('search.a')];
  const other = [rule('scan.a')];
  const merged = (name: string, rules: readonly HostRule[]) =>
    mergeRules([
      {
        host: 'quay',
        lists: new Map([
          ['operation/search', list],
          [name, rules],
        ]),
      },
    ]);
  const [first, again] = [merged('operation/scan', other), merged('operation/scan', [rule('scan.a')])];
  expect(again.rules[1]).toBe(first.rules[1]);
  expect(again.rules[0]).not.toBe(first.rules[0]);
});
