import fc from 'fast-check';
import { expect, test } from 'vitest';
import { harvest, plant, sizeOf } from './files.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '.', ' '), minLength: 1, maxLength: 3 });
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const content = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'));

test('what is planted is harvested', () => {
  fc.assert(
    fc.property(fc.dictionary(path, content), (files) => {
      const tree = plant(files);
      const found = harvest(tree);
      // Of a file and a folder with the same name the later one stays.
      expect(harvest(plant(found))).toEqual(found);
      expect(sizeOf(tree)).toBe(sizeOf(plant(found)));
    }),
  );
});

test('every content comes back', () => {
  fc.assert(
    fc.property(fc.array(content), (contents) => {
      const files = Object.fromEntries(contents.map((each, index) => [`folder/${index}`, each]));
      expect(harvest(plant(files))).toEqual(contents.length === 0 ? {} : { 'folder/': '', ...files });
    }),
  );
});
