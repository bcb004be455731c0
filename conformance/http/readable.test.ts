import { expect, test } from 'vitest';
import { unreadable } from './readable.ts';
import { Body, HttpResponse } from './response.ts';

const json = 'application/json';

test.each<[string, string, string, Partial<{ cut: boolean; garbled: true; encoding: string }>, string | undefined]>([
  ['JSON', json, '{"a":1}', {}, undefined],
  ['JSON with a charset', 'Application/JSON; charset="UTF-8"', '[]', {}, undefined],
  ['JSON of its own media type', 'application/problem+json', '{}', {}, undefined],
  ['no content type', '', '{}', {}, undefined],
  ['HTML', 'text/html', '<p>', {}, 'its content type is text/html'],
  ['JSON as text', 'text/plain', '{}', {}, 'its content type is text/plain'],
  ['another charset', `${json}; charset=utf-16`, '{}', {}, `its content type is ${json}; charset=utf-16`],
  ['no body', json, '', {}, 'it is empty'],
  ['half of a body', json, '{"a":', {}, 'it is no JSON'],
  ['NaN', json, '{"a":NaN}', {}, 'it is no JSON'],
  ['a byte order mark', json, '\uFEFF{}', {}, 'it is no JSON'],
  ['a lost connection', json, '{}', { cut: true }, 'its connection was closed before its end'],
  ['bytes of Latin-1', json, '{"a":"\uFFFD"}', { garbled: true }, 'its bytes are no UTF-8'],
  ['gzip', json, 'x', { encoding: 'gzip' }, 'it is encoded as gzip, which no request asks for'],
])('a response with %s is read, or names what is wrong', (_, type, text, { cut = false, garbled, encoding }, why) => {
  const response = new HttpResponse({
    status: 200,
    rawHeaders: [
      ...(type === '' ? [] : [['Content-Type', type] as const]),
      ...(encoding === undefined ? [] : [['Content-Encoding', encoding] as const]),
    ],
    body: new Body(text),
    cut,
    ...(garbled && { garbled }),
  });
  expect(unreadable(response)).toBe(why);
});
