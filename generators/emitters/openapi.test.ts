import { fileURLToPath } from 'node:url';
import { validate } from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { emitWith } from '../emit.ts';
import { readSpec } from '../read.ts';
import { openapi } from './openapi.ts';
import { tides } from './testing/model.ts';

const read = (folder: string) => readSpec(fileURLToPath(new URL(folder, import.meta.url)));
const specs = await Promise.all(['../fixtures/tiny', '../../spec'].map(read));
const models = [tides, ...specs.flatMap(({ model }) => model ?? [])];
const files = (await Promise.all(models.map((model) => emitWith([openapi], model)))).flat();
const config = await createConfig({ extends: ['recommended'] });

describe('openapi', () => {
  test('is tried with every specification', () => {
    expect(models).toHaveLength(3);
  });

  test.each(files)('passes swagger-parser: $path', async ({ text }) => {
    await expect(validate(JSON.parse(text))).resolves.toMatchObject({ openapi: '3.1.0' });
  });

  test.each(files)('passes the linter without an error: $path', async ({ text, path }) => {
    const problems = await lintFromString({ source: text, absoluteRef: `/${path}`, config });
    expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  });

  test('is what it is known for: the linter refuses a length that is no number', async () => {
    const source = files[0]?.text.replace(/"maxLength":\s*8\b/, '"maxLength":"eight"') ?? '';
    const problems = await lintFromString({ source, absoluteRef: '/a.json', config });
    expect(problems.some(({ severity }) => severity === 'error')).toBe(true);
  });
});
