import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { find } from '../reader/node.ts';
import { SourceFile } from '../reader/source.ts';
import { compose } from '../reader/yaml.ts';
import { placeIn } from './place.ts';

/** Ways to write the text of an expression in YAML. */
const styles: Record<string, (words: readonly string[]) => string> = {
  plain: (words) => words.join(' '),
  'single quotes': (words) => `'${words.join(' ').replaceAll("'", "''")}'`,
  'double quotes': (words) => JSON.stringify(words.join(' ')),
  literal: (words) => `|\n    ${words.join('\n    ')}\n`,
  folded: (words) => `>-\n    ${words.join('\n    ')}\n`,
};

/** The text around a scalar in its style. */
const wrapping = /^['"]|['"]$|^[|>]-?\n {4}|\n$/g;

const words = fc.array(fc.stringMatching(/^[a-z][a-z.'"]{0,6}[a-z]$/), { minLength: 1, maxLength: 6 });

describe.each(Object.entries(styles))('placeIn a scalar in %s', (_, write) => {
  test('finds each word where it is written', () => {
    fc.assert(
      fc.property(words, fc.nat(), (parts, pick) => {
        const text = `when:\n  must: ${write(parts)}`;
        const file = new SourceFile('x.yaml', 'x.yaml', text);
        const { root } = compose(text);
        const scalar = root && find(root, ['when', 'must'])?.value;
        if (scalar?.kind !== 'scalar') throw new Error('The text is no scalar.');

        const index = pick % parts.length;
        const word = parts[index] ?? '';
        const before = parts.slice(0, index).reduce((sum, part) => sum + part.length + 1, 0);
        const { start, end } = placeIn(file, scalar, before, before + word.length);
        expect(text.slice(start, end)).toBe(write([word]).replace(wrapping, ''));
      }),
    );
  });
});
