import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tinyFolder } from '../fixtures/tiny.ts';
import { readFiles } from '../read.ts';
import { loadFiles } from '../reader/load.ts';
import type { Node } from '../reader/node.ts';
import { SourceFile } from '../reader/source.ts';
import { compose } from '../reader/yaml.ts';
import { compare } from './compare.ts';
import { sideOf } from './load.ts';
import { meansSame } from './meaning.ts';

const files = (await loadFiles(tinyFolder)) ?? [];

/** A value of a file, and another text in its place. */
interface Mutation {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Every value of the small specification with another one of its type. */
const mutations = files.flatMap((file) => {
  const { root } = compose(file.text);
  return root ? [...scalars(root)].flatMap((node) => mutationsOf(file, node)) : [];
});

function* scalars(node: Node): Generator<Extract<Node, { kind: 'scalar' }>> {
  if (node.kind === 'scalar') yield node;
  if (node.kind === 'list') for (const item of node.items) yield* scalars(item);
  if (node.kind === 'map') for (const { value } of node.entries.values()) yield* scalars(value);
}

function mutationsOf(file: SourceFile, { start, end, value, plain }: Extract<Node, { kind: 'scalar' }>): Mutation[] {
  const at = { file, start, end };
  if (typeof value === 'number') return [{ ...at, text: String(value + 1) }];
  if (typeof value === 'boolean') return [{ ...at, text: String(!value) }];
  if (typeof value !== 'string' || !plain) return [];
  return [{ ...at, text: `${value}x` }];
}

function sideWith({ file, start, end, text }: Mutation) {
  const changed = files.map((each) =>
    each === file
      ? new SourceFile(each.path, each.name, each.text.slice(0, start) + text + each.text.slice(end))
      : each,
  );
  return sideOf('mutant', readFiles(changed, 'tiny'));
}

const tiny = sideOf('tiny', readFiles(files, 'tiny'));

test('no value of a specification changes in silence', () => {
  const before = tiny;
  if (!before) throw new Error('The small specification has errors.');
  let valid = 0;
  fc.assert(
    fc.property(fc.constantFrom(...mutations), (mutation) => {
      const mutant = sideWith(mutation);
      // Most ids lead nowhere once they are altered.
      fc.pre(mutant !== undefined);
      if (!mutant) return;
      valid += 1;
      const { changes, equivalences } = compare(before, mutant);
      const isSame = meansSame(before.release, mutant.release);
      expect(changes.length + equivalences.length > 0 || isSame, `${mutation.file.name}: ${mutation.text}`).toBe(true);
    }),
    { numRuns: 60, maxSkipsPerRun: 20 },
  );
  expect(valid).toBeGreaterThan(40);
});
