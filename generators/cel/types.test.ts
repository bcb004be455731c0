import { describe, expect, test } from 'vitest';
import type { SchemaSource } from '../language/json-schema.ts';
import { type Type, typeOfSchema, typeOfValues } from './types.ts';

const schemas: Readonly<Record<string, SchemaSource>> = {
  Node: { type: 'object', properties: { next: { $ref: 'Node' }, name: { type: 'string' } } },
};

/** The type as text, one level deep. */
function show(type: Type, depth = 1): string {
  if (type.kind === 'list' || type.kind === 'map') return `${type.kind} of ${show(type.of, depth)}`;
  if (type.kind !== 'object') return type.kind;
  if (depth === 0) return '{…}';
  const fields = type.fields.names.map(
    (name) => `${name}: ${show(type.fields.type(name) ?? { kind: 'any' }, depth - 1)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

describe('typeOfSchema', () => {
  test.each<[SchemaSource, string]>([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'text'],
    [{ type: ['string', 'array'] }, 'any'],
    [{ enum: ['a', 'b'] }, 'text'],
    [{ const: true }, 'bool'],
    [{ type: 'array', items: { type: 'number' } }, 'list of number'],
    [{ type: 'object' }, 'any'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'map of bool'],
    [
      { properties: { a: { type: 'string' } }, allOf: [{ else: { properties: { b: { type: 'integer' } } } }] },
      '{ a: text, b: number }',
    ],
    [{ oneOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'integer' } } }] }, '{ a: any }'],
    [{ $ref: 'Node' }, '{ next: {…}, name: text }'],
    [{}, 'any'],
  ])('reads %j as %s', (schema, expected) => {
    expect(show(typeOfSchema(schema, (name) => schemas[name]))).toBe(expected);
  });
});

describe('typeOfValues', () => {
  test.each<[unknown[], string]>([
    [['0.02', '1'], 'number'],
    [['a', '1'], 'any'],
    [
      [
        { a: '0.1', b: 'x' },
        { a: '2', b: 'y' },
      ],
      '{ a: number, b: text }',
    ],
    [[{ small: '0.1' }, { large: '0.2' }], 'map of number'],
    [[['a'], ['b']], 'list of text'],
  ])('reads %j as %s', (values, expected) => {
    expect(show(typeOfValues(values))).toBe(expected);
  });
});
