import { expect, test } from 'vitest';
import { variants } from './index.ts';
import { judge } from './judge.ts';

const verdictsOf = async (name?: string) => {
  const chosen = variants.filter((variant) => variant.name === name);
  const { results } = await judge(chosen, { host: 'base', level: 'controlled', only: ['web-*', 'find-similar-*'] });
  return results.map(({ rule, verdict }) => [rule, verdict]);
};

test('every rule about web searches is judged within the wrapper as well', async () => {
  expect(await verdictsOf('wraps web search results')).toEqual(await verdictsOf());
});
