import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { dump, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { find, type Node, toValue } from './node.ts';
import { compose } from './yaml.ts';

const spec = fileURLToPath(new URL('../../spec', import.meta.url));
const files = (await readdir(spec, { recursive: true })).filter((name) => name.endsWith('.yaml'));

function read(text: string): unknown {
  const { root, mistakes } = compose(text);
  expect(mistakes).toEqual([]);
  return root && toValue(root);
}

/** Keys as YAML and JSON share them. */
const key = fc.stringMatching(/^[a-z][a-z0-9 _-]{0,8}$/).filter((name) => name === name.trim() && name !== '__proto__');
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('compose', () => {
  test('reads every file of the specification as js-yaml does', async () => {
    for (const name of files) {
      const text = await readFile(join(spec, name), 'utf8');
      expect(read(text), name).toEqual(load(text));
    }
  });

  test('reads whatever js-yaml writes, in block and in flow style', () => {
    fc.assert(
      fc.property(fc.dictionary(key, json, { minKeys: 1 }), fc.constantFrom(-1, 0, 2), (value, flowLevel) => {
        expect(read(dump(value, { flowLevel }))).toEqual(value);
      }),
    );
  });

  test('keeps where each scalar stands', () => {
    fc.assert(
      fc.property(fc.dictionary(key, json, { minKeys: 1 }), (value) => {
        const text = dump(value, { lineWidth: -1 });
        for (const scalar of scalarsOf(compose(text).root)) {
          // A block scalar's lines are indented, so alone they are no document.
          const written = text.slice(scalar.start, scalar.end);
          if (!written.includes('\n')) expect(load(written) ?? null).toEqual(scalar.value);
        }
      }),
    );
  });

  test('keeps the exact text of numbers', () => {
    const { root } = compose('usd: 0.10\n');
    expect(root && find(root, ['usd'])?.value).toMatchObject({ value: 0.1, text: '0.10', start: 5, end: 9 });
  });

  test('reads an alias as the value of its anchor', () => {
    expect(read('a: &x [1, 2]\nb: *x\n')).toEqual({ a: [1, 2], b: [1, 2] });
  });

  test.each([
    [
      'aliases of aliases',
      `a0: &a0 [x, x]\n${Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`).join('')}`,
      'aliases stand for more than 100000 values',
    ],
    ['nesting without end', `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`, 'nesting exceeded'],
  ])('refuses %s', (_, text, reason) => {
    expect(
      compose(text)
        .mistakes.map(({ detail }) => detail)
        .join(),
    ).toContain(reason);
  });

  test('takes no time to speak of for a whole set of documents', () => {
    const statements = Array.from(
      { length: 2000 },
      (_, index) => `  core-${index}: { section: A > b, kind: rule, text: 'it''s so' }`,
    );
    const { root } = compose(`document: core\nstatements:\n${statements.join('\n')}\n`);
    expect(root && find(root, ['statements', 'core-1999', 'text'])?.value).toMatchObject({ value: "it's so" });
  });
});

function* scalarsOf(node: Node | undefined): Generator<Node & { kind: 'scalar' }> {
  if (node?.kind === 'scalar') yield node;
  else if (node?.kind === 'list') for (const item of node.items) yield* scalarsOf(item);
  else for (const { value } of node?.entries.values() ?? []) yield* scalarsOf(value);
}
