import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { protocolChecks } from '#conformance/protocol/all.ts';
import { faults } from './index.ts';

/** Tests that break a gateway on purpose: the reference gateway, our own, and those that settle on a chain or have extensions. */
const tests = globSync('{{conformance/protocol,lab/chain,lab/faults}/**/*,lab/variants/extensions}.test.ts');

/** Recipes, each served and judged with its faults: `<!-- fault FILE: RULE -->`. */
const recipes = readFileSync('docs/recipes.md', 'utf8');

test('each check of the protocol has a fault that makes it fail', () => {
  const broken = new Set(faults.map(({ rule }) => rule));
  const texts = tests.map((file) => readFileSync(file, 'utf8'));
  const never = protocolChecks
    .map(({ id }) => id)
    .filter((id) => !broken.has(id) && !texts.some((text) => text.includes(`'${id}'`)))
    .filter((id) => !recipes.includes(`: ${id} -->`));
  expect(protocolChecks.length).toBeGreaterThan(100);
  expect(never).toEqual([]);
});
