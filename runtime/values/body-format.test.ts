import { expect, test } from 'vitest';
import { formatOf } from './body-format.ts';

test.each([
  ['application/json', 'json'],
  ['Application/JSON; charset=utf-8', 'json'],
  ['application/vnd.a.b+json', 'json'],
  ['Multipart/Form-Data;boundary=x', 'multipart'],
  ['multipart/form-data-x', 'bytes'],
  ['application/x-www-form-urlencoded', 'urlencoded'],
  ['text/csv; charset=utf-8', 'text'],
  ['image/png', 'bytes'],
  ['application/jsonl', 'bytes'],
])('a body of the type %s is %s', (type, format) => {
  expect(formatOf(type)).toBe(format);
});
