import { expect, test } from 'vitest';
import { kinds } from '#generators/compare/kinds/index.ts';
import { wordsFor } from './reader-words.ts';

const operatorsOnly = /deployment|suite|baseline|`--only`|\brules?\b|target file/i;

test('callers read nothing about deployments and the suite, and always what they can do', () => {
  const forCallers = kinds.map(({ id, levels, reason, advice }) => ({
    id,
    isQuiet: levels.callers === 'compatible',
    reason: wordsFor(reason, ['callers']),
    advice: wordsFor(advice, ['callers']),
  }));
  const words = forCallers.flatMap(({ id, reason, advice }) => [`${id}: ${reason}`, `${id}: ${advice}`]);
  expect(words.filter((text) => operatorsOnly.test(text.replace(/^[^:]*: /, '')))).toEqual([]);
  // What is left is about things that a report for callers leaves out.
  const silent = forCallers.filter(({ isQuiet, advice }) => !isQuiet && advice === '');
  expect(silent.map(({ id }) => id)).toEqual([
    'statement-reworded',
    'question-opened',
    'question-decision-changed',
    'rule-removed',
    'scenario-removed',
  ]);
});
