import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { followed } from './follow.ts';

const catalog = `# Comments stay.
catalog: models
key: id
entries:
  - { label: one, id: acme/one, input: "2.5", limits: { output: 100 } } # so do these
  - label: two
    id: acme/two
    input: "3"
  - { label: three, id: acme/three, input: "4", limits: { output: 300 } }
`;
const own = { catalog: 'models' } as const;

describe('followed', () => {
  test('writes changed figures in place', () => {
    expect(
      followed(catalog, [
        { ...own, what: 'changed', key: 'acme/one', column: 'input', value: '2.75' },
        { ...own, what: 'changed', key: 'acme/one', column: 'limits/output', value: '200' },
      ]),
    ).toBe(catalog.replace('"2.5"', '"2.75"').replace('output: 100', 'output: 200'));
  });

  test.each([
    ['acme/one', /.*one.*\n/],
    ['acme/two', / {2}- label: two\n.*\n.*\n/],
    ['acme/three', /.*three.*\n/],
  ])('removes the lines of %s alone', (key, lines) => {
    expect(followed(catalog, [{ ...own, what: 'removed', key }])).toBe(catalog.replace(lines, ''));
  });

  test('writes every text of a host as a text, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        const entries = Object(load(followed(catalog, [{ ...own, what: 'added', key: id }]))).entries;
        expect(entries).toHaveLength(4);
        expect(entries[3]).toEqual({ label: id, id });
        const [first] = Object(
          load(followed(catalog, [{ ...own, what: 'changed', key: 'acme/one', column: 'input', value: id }])),
        ).entries;
        expect(String(first.input)).toBe(id);
      }),
    );
  });

  test('appends new entries', () => {
    const text = followed(catalog, [{ ...own, what: 'added', key: 'acme/four' }]);
    expect(text.startsWith(catalog)).toBe(true);
    expect(text).toContain('  - { label: "acme/four", id: "acme/four" }');
  });
});
