import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { alone, long } from '../../vitest.config.ts';

test('each path in the lists of vitest.config.ts is that of a test', () => {
  const paths = [...long, ...alone.long, ...alone.quick].flatMap(alternativesOf);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});

/** The patterns that a pattern with braces stands for. */
function alternativesOf(pattern: string): string[] {
  const [, before, choices, after] = /^(.*)\{([^{}]*)\}(.*)$/.exec(pattern) ?? [];
  return choices?.split(',').flatMap((choice) => alternativesOf(`${before}${choice}${after}`)) ?? [pattern];
}
