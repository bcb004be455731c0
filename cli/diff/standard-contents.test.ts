import { describe } from 'vitest';
import { having, judged, operation } from './testing/descriptions.ts';

const bodies = (content: object) => operation({ requestBody: { required: true, content } });
const text = { schema: { type: 'string' } };
const answers = (content: object) => operation({ responses: { 200: { description: '', content } } });

describe('media types', () => {
  judged([
    [
      'a charset of JSON',
      bodies({ 'application/json': text }),
      bodies({ 'application/json; charset=utf-8': text }),
      'none',
      'none',
    ],
    ['another case', answers({ 'application/json': text }), answers({ 'Application/JSON': text }), 'none', 'none'],
    [
      'quotes around a parameter',
      bodies({ 'text/plain; charset="UTF-8"': text }),
      bodies({ 'text/plain;charset=utf-8': text }),
      'none',
    ],
    [
      'a range takes in what was there',
      bodies({ 'image/png': text }),
      bodies({ 'image/*': text }),
      'compatible',
      'breaking',
    ],
    [
      'all types take in what was there',
      bodies({ 'text/csv': text }),
      bodies({ '*/*': text }),
      'compatible',
      'breaking',
    ],
    [
      'a type with a parameter is within the one without',
      bodies({ 'text/csv; header=present': text }),
      bodies({ 'text/csv': text }),
      'compatible',
      'breaking',
    ],
    ['another type', bodies({ 'text/csv': text }), bodies({ 'text/plain': text }), 'breaking', 'breaking'],
    [
      'a response has one more',
      answers({ 'text/csv': text }),
      answers({ 'text/csv': text, 'text/plain': text }),
      'compatible',
      'breaking',
    ],
    ['a response of a narrower range', answers({ 'image/*': text }), answers({ 'image/png': text }), 'risky'],
    [
      'the schema of a second type',
      bodies({ 'application/json': text, 'text/csv': text }),
      bodies({ 'application/json': text, 'text/csv': { schema: { type: 'string', maxLength: 3 } } }),
      'breaking',
      'compatible',
    ],
    [
      'the schema of a second type of a response',
      answers({ 'application/json': text, 'text/csv': text }),
      answers({ 'application/json': text, 'text/csv': { schema: { type: 'integer' } } }),
      'breaking',
    ],
    [
      'a vendor type of JSON',
      answers({ 'application/problem+json': { schema: having({ type: 'string' }) } }),
      answers({ 'application/problem+json': { schema: having({ type: 'integer' }) } }),
      'breaking',
    ],
    [
      'a form is narrower than JSON, which stays',
      bodies({
        'application/json': { schema: having({ type: 'string' }) },
        'multipart/form-data': { schema: having({ type: 'string' }) },
      }),
      bodies({
        'application/json': { schema: having({ type: 'string' }) },
        'multipart/form-data': { schema: having({ type: 'string' }, { required: ['p'] }) },
      }),
      'breaking',
      'compatible',
    ],
  ]);
});

const form = (encoding: object) =>
  bodies({ 'multipart/form-data': { schema: having({ type: 'string' }), encoding: { p: encoding } } });

describe('encodings of forms', () => {
  judged([
    [
      'a part may have another type',
      form({ contentType: 'image/png' }),
      form({ contentType: 'image/png, image/gif' }),
      'compatible',
      'breaking',
    ],
    [
      'a part has another type',
      form({ contentType: 'application/json' }),
      form({ contentType: 'application/xml' }),
      'breaking',
      'breaking',
    ],
    [
      'the order and case of types',
      form({ contentType: 'image/png, image/gif' }),
      form({ contentType: 'Image/GIF, image/png' }),
      'none',
    ],
    [
      'a range takes in what was there',
      form({ contentType: 'image/png' }),
      form({ contentType: 'image/*' }),
      'compatible',
      'breaking',
    ],
    [
      'a header of a part',
      form({}),
      form({ headers: { 'X-A': { required: true, schema: { type: 'string' } } } }),
      'risky',
      'risky',
    ],
    ['another style', form({ style: 'form' }), form({ style: 'spaceDelimited' }), 'risky', 'risky'],
    ['the usual style', form({}), form({ style: 'form', explode: true }), 'none', 'none'],
  ]);
});

const statuses = (...all: readonly (readonly [string, object?])[]) =>
  operation({
    responses: Object.fromEntries(
      all.map(([status, schema]) => [
        status,
        { description: '', ...(schema && { content: { 'application/json': { schema } } }) },
      ]),
    ),
  });
const word = having({ type: 'string' }, { required: ['p'] });
const count = having({ type: 'integer' }, { required: ['p'] });

describe('ranges of statuses and the default', () => {
  judged([
    [
      'a status of a range is written out',
      statuses(['2XX', word]),
      statuses(['2XX', word], ['200', word]),
      'none',
      'none',
    ],
    [
      'a status of a range is another one',
      statuses(['2XX', word]),
      statuses(['2XX', word], ['201', count]),
      'breaking',
    ],
    ['a range in place of its status', statuses(['200', word]), statuses(['2XX', word]), 'risky', 'compatible'],
    [
      'a status that the default had',
      statuses(['200', word], ['default', word]),
      statuses(['200', word], ['default', word], ['404', word]),
      'none',
    ],
    ['a status that nothing had', statuses(['200', word]), statuses(['200', word], ['409', word]), 'risky', 'breaking'],
    ['the default has another schema', statuses(['default', word]), statuses(['default', count]), 'breaking'],
    ['a range in lower case', statuses(['4XX', word]), statuses(['4xx', word]), 'none'],
  ]);
});
