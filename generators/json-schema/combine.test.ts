import { describe, expect, test } from 'vitest';
import { widest } from './combine.ts';

const text = { type: 'string' };
const number = { type: 'number' };

describe('widest', () => {
  test('keeps equal schemas', () => {
    expect(widest(text, { ...text })).toBe(text);
  });

  test('is a choice between values of different kinds', () => {
    const list = { type: 'array', items: text };
    expect(widest(text, list)).toEqual({ anyOf: [text, list] });
  });

  test('lists the values and the types of both', () => {
    const a = { type: 'string', enum: ['x', 'y'] };
    expect(widest(a, { type: 'string', enum: ['y', 'z'] })).toEqual({ type: 'string', enum: ['x', 'y', 'z'] });
    expect(widest(text, { type: ['string', 'null'] })).toEqual({ type: ['string', 'null'] });
    expect(widest(a, { type: ['string', 'null'], enum: ['y'] })).toHaveProperty('anyOf');
    expect(widest(a, text)).toHaveProperty('anyOf');
  });

  test('has the properties of both objects and requires what both require', () => {
    const a = { type: 'object', description: 'A', required: ['x', 'y'], properties: { x: text, y: text } };
    const b = { type: 'object', required: ['y'], properties: { y: number, z: text }, additionalProperties: false };
    expect(widest(a, b)).toEqual({
      type: 'object',
      required: ['y'],
      properties: { x: text, y: { type: ['string', 'number'] }, z: text },
    });
  });
});
