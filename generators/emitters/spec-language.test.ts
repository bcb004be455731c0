import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { emitWith } from '../emit.ts';
import { allKinds, kindOf } from '../language/kinds.ts';
import { specLanguage } from './spec-language.ts';
import { tides } from './testing/model.ts';

const spec = fileURLToPath(new URL('../../spec', import.meta.url));
const names = (await readdir(spec, { recursive: true })).filter((name) => name.endsWith('.yaml'));
const texts = await Promise.all(names.map(async (name) => ({ name, text: await readFile(join(spec, name), 'utf8') })));
const filesOf = Map.groupBy(texts, ({ name }) => kindOf(name));

const emitted = new Map((await emitWith([specLanguage], tides)).map(({ path, text }) => [path, JSON.parse(text)]));
const pathOf = (kind: string) => `spec-language/${kind}.schema.json`;

describe.each(allKinds)('the schema of %s files', (kind) => {
  const validate = new Ajv({ allErrors: true }).compile(emitted.get(pathOf(kind)));
  const files = filesOf.get(kind) ?? [];

  test('accepts every file of the specification', () => {
    for (const { name, text } of files) {
      validate(load(text));
      expect(validate.errors ?? [], name).toEqual([]);
    }
  });

  test('refuses a key that it does not know', () => {
    for (const { name, text } of files) expect(validate({ ...Object(load(text)), unheard_of: 1 }), name).toBe(false);
  });

  test('is where the first lines of its files lead an editor', () => {
    for (const { name, text } of files) {
      const named = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text)?.[1];
      if (named) expect(join('spec', name, '..', named)).toBe(`generated/${pathOf(kind)}`);
    }
  });
});

test('the schema of operation files describes the keys that an editor offers', () => {
  expect(emitted.get(pathOf('operation')).properties.http.description).toMatch(/Method and path/);
});
