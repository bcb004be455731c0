import { expect, test } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostic.ts';
import type { LimitSource } from '../language/limits.ts';
import { type Located, Spec } from '../model/spec.ts';
import { SourceFile } from '../reader/source.ts';
import { contextOf } from './context-of.ts';
import { entryCheck } from './entry-check.ts';

function limit(id: string, error: string): Located<LimitSource> {
  const file = new SourceFile(`limits/${id}.yaml`, `limits/${id}.yaml`, `${id}: ${error}`);
  const node = { kind: 'scalar', start: 0, end: 1, value: id, text: id, plain: true } as const;
  const value: LimitSource = { summary: id, count: 1, window: 1, key: 'ip', error };
  return { id, value, file, node, root: node, name: { file, start: 0, end: 1 } };
}

test('an entry is checked again only when what its check asked is answered otherwise; what was found is repeated', () => {
  const checked: string[] = [];
  const check = entryCheck(({ spec, diagnostics }, { id, name }: Located<LimitSource>) => {
    checked.push(id);
    const { error } = spec.get('limit', 'b')?.value ?? {};
    if (error === 'wrong') diagnostics.report('limit-unused', name, id);
    if (!spec.names('limit').has('d') && !diagnostics.failed) diagnostics.report('limit-unused', name, `${id}, d`);
  });
  const read = (limits: readonly Located<LimitSource>[], failed = false): string[] => {
    const spec = new Spec();
    for (const each of limits) {
      spec.name('limit', each.id, each.name);
      spec.add('limit', each);
    }
    const diagnostics = new Diagnostics();
    if (failed) diagnostics.report('spec-missing', limit('x', 'x').name, '');
    checked.length = 0;
    for (const each of spec.all('limit').values())
      check(
        contextOf(spec, diagnostics, (host) => host),
        each,
      );
    return diagnostics.sorted().map(({ message }) => message);
  };
  const [a, b, wrong, c, d] = [limit('a', 'x'), limit('b', 'x'), limit('b', 'wrong'), limit('c', 'x'), limit('d', 'x')];

  const first = read([a, b]);
  expect(first).toHaveLength(2);
  expect(checked).toEqual(['a', 'b']);
  expect(read([a, b])).toEqual(first);
  expect(checked).toEqual([]);
  expect(read([a, wrong])).toHaveLength(4);
  expect(checked).toEqual(['a', 'b']);
  // Another id is an answer to the question for ids, but not one to the question for an entry.
  expect(read([a, b, d])).toEqual([]);
  expect(checked).toEqual(['a', 'b', 'd']);
  expect(read([a, b, limit('d', 'y')])).toEqual([]);
  expect(checked).toEqual(['d']);
  expect(read([a, b, c], true)).toHaveLength(1);
  expect(checked).toEqual(['a', 'b', 'c']);
});
