import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, dereference, validate } from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { emitWith } from '../emit.ts';
import type { Model } from '../model/types.ts';
import { readSpec } from '../read.ts';
import { openapi } from './openapi.ts';
import { describe as descriptionOf } from './openapi/description.ts';
import { tides } from './testing/model.ts';

const read = (folder: string) => readSpec(fileURLToPath(new URL(folder, import.meta.url)));
const specs = await Promise.all(['../fixtures/tiny', '../fixtures/keys', '../../spec'].map(read));
const models = [tides, ...specs.flatMap(({ model }) => model ?? [])];
const described = (await Promise.all(models.map(bundled))).flat();
const config = await createConfig({ extends: ['recommended'] });

/** The description of each host of a model in one piece, as the emitted files make it. */
async function bundled(model: Model) {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-openapi-'));
  for (const { path, text } of await emitWith([openapi], model)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return Promise.all(
    model.hosts.map(async (view) => ({
      host: view.host.id,
      view,
      text: JSON.stringify(await bundle(join(folder, `openapi/${view.host.id}.json`))),
    })),
  );
}

describe('openapi', () => {
  test('is tried with every specification', () => {
    expect(models).toHaveLength(4);
  });

  test.each(described)('passes swagger-parser: $host', async ({ text }) => {
    await expect(validate(JSON.parse(text))).resolves.toMatchObject({ openapi: '3.1.0' });
  });

  test.each(described)('passes the linter without an error: $host', async ({ text, host }) => {
    const problems = await lintFromString({ source: text, absoluteRef: `/${host}.json`, config });
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  });

  test.each(described)('says in shared files what the whole description says: $host', async ({ text, view }) => {
    const resolved = (document: object): Promise<{ paths?: object; webhooks?: object }> =>
      dereference(JSON.parse(JSON.stringify(document)), { dereference: { circular: 'ignore' } });
    const { paths, webhooks } = await resolved(JSON.parse(text));
    const whole = await resolved(descriptionOf(view));
    expect({ paths, webhooks }).toEqual({ paths: whole.paths, webhooks: whole.webhooks });
  });

  test.each(described)('refers to components by their names: $host', ({ text }) => {
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.filter((each) => !/^#\/components\/\w+\/[\w-]+$/.test(each))).toEqual([]);
  });

  test('describes the webhooks of a host with what their receivers read', () => {
    const sent = described.map(({ host, text }) => [host, JSON.parse(text).webhooks] as const);
    expect(sent.filter(([, webhooks]) => webhooks)).toEqual([['pier', { transcribed: expect.anything() }]]);
    const { webhooks, components } = JSON.parse(described.find(({ host }) => host === 'pier')?.text ?? '{}');
    const { schema } = webhooks.transcribed.post.requestBody.content['application/json'];
    expect(schema).toEqual({ $ref: '#/components/schemas/Transcribed' });
    expect(components.schemas.Transcribed).toMatchObject({ required: ['id'] });
  });

  test('describes the headers of requests', () => {
    const chart = Object.values(JSON.parse(described[0]?.text ?? '{}').paths).find((path) => 'get' in Object(path));
    expect(Object(chart).get.parameters).toContainEqual({
      ...{ name: 'x-ink', in: 'header', required: true, example: 'blue' },
      schema: { type: 'string', minLength: 1 },
    });
  });

  test('is what it is known for: the linter refuses a length that is no number', async () => {
    const source = described[0]?.text.replace(/"maxLength":\s*8\b/, '"maxLength":"eight"') ?? '';
    const problems = await lintFromString({ source, absoluteRef: '/a.json', config });
    expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
  });
});
