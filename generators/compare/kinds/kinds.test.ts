import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unproven } from '../../../cli/diff/testing/unproven.ts';
import { verified } from '../../../cli/diff/verify.ts';
import type { JsonSchema } from '../../model/types.ts';
import type { Change } from '../change.ts';
import { compare } from '../compare.ts';
import { readOpenApi } from '../openapi/read.ts';
import { both, edited } from '../testing/edited.ts';
import { kinds } from './index.ts';

const idsOf = (changes: readonly Change[]) => [...new Set(changes.map(({ kind }) => kind))].sort();

describe.each(kinds.map((kind) => [kind.id, kind] as const))('%s', (id, { example, levels }) => {
  const { given, edit, also = [], back = [id], parameter, isReversed } = example;
  const documents = example.described ?? parameter?.map(describing);

  test('is found in its example with proof, and what is found in the other direction is known', () => {
    const described = documents?.map((document) => readOpenApi('described', document, () => 1));
    const sides = described ?? [edited(given), edited(both(given, edit))];
    const [before, after] = isReversed ? sides.toReversed() : sides;
    if (!before || !after) throw new Error('An example has two sides.');
    const { changes } = compare(before, after);
    expect(idsOf(changes)).toEqual([id, ...also].sort());
    const reverse = compare(after, before).changes;
    expect(idsOf(reverse)).toEqual([...back].sort());
    expect(unproven(changes, before, after)).toEqual([]);
    expect(
      unproven(
        reverse.map((change) => verified(change, after, before)),
        after,
        before,
      ),
    ).toEqual([]);
    const own = changes.filter(({ kind }) => kind === id);
    // A kind that can break shows how: what has no proof is lowered to risky.
    if (Object.values(levels).includes('breaking'))
      expect(own.flatMap((change) => Object.values(change.levels))).toContain('breaking');
    for (const change of changes) expect(verified(change, before, after)).toEqual(change);
    expect(own.filter((change) => !change.before && !change.after)).toEqual([]);
    const files = own.map((change) => change.after?.file ?? change.before?.file);
    // An error comes and goes with those who name it, and stands where it always did.
    const isElsewhere = described !== undefined || id === 'error-added' || id === 'error-removed';
    if (!isElsewhere) expect(Object.keys(edit)).toEqual(expect.arrayContaining(files));
  });
});

/** A description of one operation with one query parameter. */
function describing(parameter: JsonSchema): JsonSchema {
  const get = { parameters: [{ name: 'p', in: 'query', ...parameter }], responses: {} };
  return { openapi: '3.1.0', paths: { '/things': { get } } };
}

test('each kind has an id of its own, which a search finds where the kind is defined', () => {
  const files = globSync('generators/compare/kinds/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const ids = kinds.map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids.filter((id) => !text.includes(`id: '${id}'`) && !text.includes(`['${id}', `))).toEqual([]);
});

test('what is not edited is no change', () => {
  expect(compare(edited(), edited())).toEqual({ changes: [], equivalences: [] });
});
