import { describe, expect, test } from 'vitest';
import { render } from './templating.ts';

describe('render', () => {
  test('lays a view out as it is, without escaping', () => {
    expect(render('suite.ts', { id: 'a', comment: '// A & "B".', defineSuite: 'run' })).toContain('// A & "B".');
  });

  test('refuses a view that lacks a name', () => {
    expect(() => render('suite.ts', { id: 'a' })).toThrow('"comment" not defined');
  });
});
