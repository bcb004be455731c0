import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from 'vitest';
import { readOpenapi } from './openapi.ts';

test.each(['arc', 'base'])('a description in one piece says of %s what its files say', async (host) => {
  const file = new URL(`../../generated/openapi/${host}.json`, import.meta.url);
  const document = readOpenapi(file);
  expect(JSON.stringify(document)).not.toMatch(/"\$ref":"[^#]/);
  // The parser changes the document that it is given.
  const whole = await SwaggerParser.dereference(JSON.parse(JSON.stringify(document)));
  expect(whole).toEqual(await SwaggerParser.dereference(fileURLToPath(file)));
});
