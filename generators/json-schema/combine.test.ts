import { describe, expect, test } from 'vitest';
import { widest } from './combine.ts';

const text = { type: 'string' };
const number = { type: 'number' };

describe('widest', () => {
  test('keeps equal schemas', () => {
    expect(widest(text, { ...text })).toBe(text);
  });

  test('is a choice between values of different kinds', () => {
    expect(widest(text, number)).toEqual({ anyOf: [text, number] });
  });

  test('has the properties of both objects and requires what both require', () => {
    const a = { type: 'object', description: 'A', required: ['x', 'y'], properties: { x: text, y: text } };
    const b = { type: 'object', required: ['y'], properties: { y: number, z: text }, additionalProperties: false };
    expect(widest(a, b)).toEqual({
      type: 'object',
      required: ['y'],
      properties: { x: text, y: { anyOf: [text, number] }, z: text },
    });
  });
});
