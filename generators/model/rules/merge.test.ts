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
  const quay = [rule('search.b'), rule('search.a')];
  const counter = [rule('search.b', { level: 'free', from: ['a-002'] })];
  const { rules, perHost } = mergeRules([
    { host: 'quay', rules: quay },
    { host: 'counter', rules: counter },
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

test('rules of one id on one host are merged, too', () => {
  const own = [rule('search.always.on', { level: 'free' }), rule('search.always.on', { from: ['a-002'] })];
  const { rules } = mergeRules([{ host: 'quay', rules: own }]);
  expect(rules).toMatchObject([{ id: 'search.always.on', level: 'free', from: ['a-001', 'a-002'] }]);
});
