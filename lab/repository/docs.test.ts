import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { TargetFile } from '#conformance/target/target-file.ts';
import { startGateway } from '#gateway/start.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';

function blocks(file: string, language: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
}

const judging = 'docs/judge-a-deployment.md';

test('the target file of the guide has every key, and is one', () => {
  const [example = ''] = blocks(judging, 'yaml');
  const parsed = TargetFile.parse(load(example));
  expect(Object.keys(parsed).sort()).toEqual(Object.keys(TargetFile.shape).sort());
});

test('every option that the guide names exists, and its commands run', async () => {
  const { code, stdout } = await tollwright(['conform', '--help']);
  expect(code).toBe(0);
  expect(blocks(judging, 'sh')).toEqual(['npx tollwright conform --help\n']);
  const named = new Set(readFileSync(judging, 'utf8').match(/--[a-z][a-z-]+/g));
  expect([...named].filter((option) => !stdout.includes(option) && option !== '--help')).toEqual([]);
});

test('the gateway offers what the guide to the control API lists', async () => {
  const guide = readFileSync('docs/control-api.md', 'utf8');
  const gateway = await startGateway({ host: 'base', port: 0, controlToken: 'token-of-a-test' });
  try {
    const response = await fetch(`${gateway.controlUrl}/control/v1`, {
      headers: { authorization: 'Bearer token-of-a-test' },
    });
    const offered = Object(await response.json());
    for (const outcome of offered.outcomes) expect(guide).toContain(`\`${outcome}\``);
    for (const capability of offered.capabilities) expect(guide).toContain(`/control/v1/${capability}`);
  } finally {
    await gateway.close();
  }
});
