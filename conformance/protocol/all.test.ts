import { readdir, readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { fieldsOf } from '../common/json.ts';
import { protocolChecks } from './all.ts';

test('has one check for each rule of the specification that can be seen', async () => {
  const folder = new URL('../../spec/protocol/', import.meta.url);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  const ids = texts.flatMap((text) =>
    Object.entries(fieldsOf(fieldsOf(load(text)).rules)).flatMap(([id, rule]) =>
      'unobservable' in fieldsOf(rule) ? [] : [id],
    ),
  );
  expect(protocolChecks.map(({ id }) => id).sort()).toEqual(ids.sort());
});
