/** docs/reference.md has every name that the code knows, and its examples are true. */

import { defaultErrors } from '@tollwright/runtime/pipeline/problems';
import { expect, test } from 'vitest';
import { evaluate } from '#generators/cel/evaluate.ts';
import { signatures } from '#generators/cel/functions.ts';
import { isMacro, parseCel, toExpression } from '#generators/cel/parse.ts';
import { lift } from '#generators/cel/values.ts';
import { pipelineErrors } from '#generators/language/pipeline.ts';
import { referencePage, texts } from './testing/reference.ts';

const cod = lift({ rate: '0.10' }, true);

test('the page is current', async () => {
  await expect(referencePage()).toMatchFileSnapshot('../../docs/reference.md');
});

test('it has every function and every error of the pipeline', () => {
  expect(Object.keys(texts.functions)).toEqual(Object.keys(signatures));
  expect(Object.keys(texts.errors)).toEqual(Object.keys(pipelineErrors));
});

test('the errors of the pipeline include all that the runtime has a default for', () => {
  expect(Object.keys(defaultErrors).filter((id) => !(id in pipelineErrors))).toEqual([]);
});

test('it has every macro', () => {
  const body = parseCel('[1].all(n, n > 0)');
  if ('mistake' in body) throw new Error(body.mistake.message);
  const [, , args] = Array.isArray(body.syntax.args) ? body.syntax.args : [];
  const names = ['all', 'exists', 'filter', 'map'];
  expect(names.filter((name) => isMacro(name, args as never))).toEqual(names);
  expect(Object.keys(texts.macros)).toEqual(['has', ...names]);
});

test.each(Object.entries({ ...texts.functions, ...texts.macros }))('the example of %s is true', (_, { example }) => {
  const parsed = parseCel(example);
  if ('mistake' in parsed) throw new Error(parsed.mistake.message);
  const environment = {
    variables: { fish: cod },
    entry: (catalog: string, key: string) => (catalog === 'fish' && key === 'cod' ? cod : undefined),
    keys: () => ['cod'],
  };
  expect(evaluate(toExpression(parsed.syntax), environment)).toBe(true);
});
