import { describe } from 'vitest';
import { having, judged, response } from './testing/descriptions.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };

const tagged = (tag: string, more: object = {}) => ({
  type: 'object',
  required: ['type', ...Object.keys(more)],
  properties: { type: { type: 'string', enum: [tag] }, ...more },
});

describe('alternatives of a response', () => {
  const answer = (...all: readonly object[]) => response(having({ oneOf: all }));
  const loose = (name: string) => ({ type: 'object', required: [name], properties: { [name]: text } });
  judged([
    ['a tagged one is new', answer(tagged('a'), tagged('b')), answer(tagged('a'), tagged('b'), tagged('c')), 'risky'],
    ['one without a tag is new', answer(loose('a'), loose('b')), answer(loose('a'), loose('b'), loose('c')), 'risky'],
    ['a text is new', answer(tagged('a'), whole), answer(tagged('a'), whole, text), 'breaking'],
    ['there was but one kind of objects', response(having(tagged('a'))), answer(tagged('a'), tagged('b')), 'breaking'],
    ['one is gone', answer(tagged('a'), tagged('b')), answer(tagged('a')), 'compatible'],
    ['one loses a field', answer(tagged('a', { n: whole }), tagged('b')), answer(tagged('a'), tagged('b')), 'breaking'],
  ]);
});
