import { readdir, readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { fieldsOf } from '../common/json.ts';
import { protocolChecks } from './all.ts';

test('has one check for each rule of the specification that can be seen', async () => {
  const folders = ['spec/protocol/', 'spec/standards/x402/protocol/'].map(
    (path) => new URL(`../../${path}`, import.meta.url),
  );
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((file) => new URL(file, folder))),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  const ids = texts.flatMap((text) =>
    Object.entries(fieldsOf(fieldsOf(load(text)).rules)).flatMap(([id, rule]) =>
      'unobservable' in fieldsOf(rule) ? [] : [id],
    ),
  );
  // The specification changes some rules of the standard.
  expect(protocolChecks.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
});
