import { describe } from 'vitest';
import { having, judged, request, response } from './testing/descriptions.ts';

const note = (id: object, required: readonly string[], version = '3.0.3', as = request) =>
  as(
    { type: 'object', required, properties: { text: { type: 'string' }, id: { type: 'string', ...id } } },
    {},
    version,
  );

describe('readOnly and writeOnly', () => {
  const shared = (id: object, required: readonly string[]) =>
    request(
      { $ref: '#/components/schemas/Note' },
      {
        components: { schemas: { Note: { type: 'object', required, properties: { id: { type: 'string', ...id } } } } },
      },
      '3.0.3',
    );
  judged([
    [
      'a required property that is only read, in a request of 3.0',
      note({}, ['text']),
      note({ readOnly: true }, ['text', 'id']),
      'risky',
    ],
    [
      'the same, where it was only read before',
      note({ readOnly: true }, []),
      note({ readOnly: true }, ['id']),
      'none',
      'none',
    ],
    ['the same by a reference', shared({ readOnly: true }, []), shared({ readOnly: true }, ['id']), 'none', 'none'],
    [
      'the same in 3.1, where it is required',
      note({ readOnly: true }, [], '3.1.0'),
      note({ readOnly: true }, ['id'], '3.1.0'),
      'breaking',
      'compatible',
    ],
    [
      'a required property that is only written, in a response of 3.0',
      note({ writeOnly: true }, ['id'], '3.0.3', response),
      note({ writeOnly: true }, [], '3.0.3', response),
      'none',
      'none',
    ],
    [
      'a required property that is only read, in a response',
      note({ readOnly: true }, ['id'], '3.0.3', response),
      note({ readOnly: true }, [], '3.0.3', response),
      'breaking',
      'compatible',
    ],
    [
      'the values of what is only read, in a request of 3.0',
      note({ readOnly: true, maxLength: 9 }, []),
      note({ readOnly: true, maxLength: 5 }, []),
      'none',
    ],
    ['a property that is only read from now on', note({}, []), note({ readOnly: true }, []), 'risky', 'compatible'],
    [
      'the requirement stands in another part of allOf',
      request({ allOf: [{ properties: { id: { type: 'string', readOnly: true } } }, {}] }, {}, '3.0.3'),
      request(
        { allOf: [{ properties: { id: { type: 'string', readOnly: true } } }, { required: ['id'] }] },
        {},
        '3.0.3',
      ),
      'none',
    ],
  ]);
});

const animals = {
  Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  Dog: {
    type: 'object',
    required: ['kind', 'bark'],
    properties: { kind: { type: 'string' }, bark: { type: 'string' } },
  },
};
const chosen = (mapping?: object) =>
  request(
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
    },
    { components: { schemas: animals } },
  );

describe('discriminators', () => {
  judged([
    [
      'implicit names are written out',
      chosen(),
      chosen({ Cat: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' }),
      'none',
      'none',
    ],
    [
      'names are written without a pointer',
      chosen({ cat: '#/components/schemas/Cat' }),
      chosen({ cat: 'Cat' }),
      'none',
    ],
    ['one more name', chosen(), chosen({ kitty: '#/components/schemas/Cat' }), 'risky', 'risky'],
    ['a name chooses another schema', chosen({ a: 'Cat' }), chosen({ a: 'Dog' }), 'risky'],
    ['the order of names', chosen({ a: 'Cat', b: 'Dog' }), chosen({ b: 'Dog', a: 'Cat' }), 'none'],
  ]);
});

const value = (schema: object, version?: string, components: object = {}) =>
  request(having(schema), { components }, version);

describe('each version by its own rules', () => {
  const components = { schemas: { P: { type: 'string' } } };
  judged([
    [
      'what stands beside a reference in 3.0',
      value({ $ref: '#/components/schemas/P' }, '3.0.3', components),
      value({ $ref: '#/components/schemas/P', maxLength: 3 }, '3.0.3', components),
      'none',
      'none',
    ],
    [
      'what stands beside a reference in 3.1',
      value({ $ref: '#/components/schemas/P' }, '3.1.0', components),
      value({ $ref: '#/components/schemas/P', maxLength: 3 }, '3.1.0', components),
      'breaking',
      'compatible',
    ],
    [
      'a type with null in 3.1',
      value({ type: 'string' }),
      value({ type: ['string', 'null'] }),
      'compatible',
      'breaking',
    ],
    [
      'nullable in 3.0',
      value({ type: 'string' }, '3.0.3'),
      value({ type: 'string', nullable: true }, '3.0.3'),
      'compatible',
      'breaking',
    ],
    [
      'nullable in 3.1, which has none',
      value({ type: 'string' }),
      value({ type: 'string', nullable: true }),
      'compatible',
      'risky',
    ],
    [
      'nullable without a type, which has no effect',
      value({ maxLength: 3 }, '3.0.3'),
      value({ maxLength: 3, nullable: true }, '3.0.3'),
      'compatible',
      'risky',
    ],
    [
      'nullable is false',
      value({ type: 'string' }, '3.0.3'),
      value({ type: 'string', nullable: false }, '3.0.3'),
      'none',
    ],
    [
      'a union with null in place of nullable',
      value({ oneOf: [{ $ref: '#/components/schemas/P' }, { type: 'null' }] }, '3.1.0', components),
      value({ type: ['null', 'string'] }),
      'none',
      'none',
    ],
    [
      'an exclusive bound in 3.0',
      value({ type: 'number', maximum: 5 }, '3.0.3'),
      value({ type: 'number', maximum: 5, exclusiveMaximum: true }, '3.0.3'),
      'breaking',
      'compatible',
    ],
    [
      'an exclusive bound in 3.1',
      value({ type: 'number', maximum: 5 }),
      value({ type: 'number', exclusiveMaximum: 5 }),
      'breaking',
      'compatible',
    ],
    [
      'from 3.0 to 3.1 with the same meaning',
      value({ type: 'number', minimum: 5, exclusiveMinimum: true }, '3.0.3'),
      value({ type: 'number', exclusiveMinimum: 5 }),
      'none',
    ],
  ]);
});
