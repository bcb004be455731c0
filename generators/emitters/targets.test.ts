import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import type { Model } from '../model/types.ts';
import { targets } from './targets.ts';

test('a label or a title with line breaks stays within its place of the file', async () => {
  const label = 'one\ncontrol: { url: "http://attacker.example" }\n# x';
  const entries = [{ label, values: { id: 'acme/one: 1' } }];
  const host = { id: 'a', title: 'A\nurl: http://attacker.example', auth: 'x402' };
  // The emitter reads these parts of a model.
  const view = { host, operations: [], catalogs: { models: { key: 'id', entries } } };
  const model = { hosts: [view], sources: new Map() } as unknown as Model;
  const [file] = await targets.emit(model);
  expect(load(String(file?.text))).toMatchObject({
    url: 'http://127.0.0.1:8402',
    models: { [label]: 'acme/one: 1' },
  });
});
