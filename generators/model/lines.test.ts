import { describe, expect, test } from 'vitest';
import type { OperationFile } from '../language/operation.ts';
import { linesOf } from './lines.ts';

const file: OperationFile = {
  operation: 'swap',
  area: 'trade',
  summary: 'Swap',
  http: 'GET {prefix}/swap',
  body: { schema: 'Swap' },
  responses: {},
};

describe('linesOf', () => {
  test('leaves a file with one line as it is', () => {
    expect(linesOf(file)).toEqual([{ id: 'swap', source: file }]);
  });

  test('gives each further line an id of its own, and nothing asked for by GET a body', () => {
    const { body, ...bare } = file;
    const http = ['GET {prefix}/swap', 'POST {prefix}/swap'] as const;
    expect(linesOf({ ...file, http: [...http] })).toEqual([
      { id: 'swap', source: { ...bare, http: http[0] } },
      { id: 'swap-post', source: { ...bare, body, http: http[1] } },
    ]);
  });
});
