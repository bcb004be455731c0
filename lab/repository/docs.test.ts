import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { TargetFile } from '#conformance/target/target-file.ts';
import { startGateway } from '#gateway/start.ts';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { blocksOf } from './testing/markdown.ts';

const shell = async (command: string) => promisify(execFile)('sh', ['-c', command]);

/** Pages whose commands run here. */
const pages = ['docs/commands.md', 'docs/releases.md', 'docs/judge-a-deployment.md'];

const commands = pages.flatMap((page) => blocksOf(page, 'sh').flatMap((text) => text.trim().split('\n')));
test.each(commands)('`%s` ends without an error', async (command) => {
  await expect(shell(command)).resolves.toBeTruthy();
});

test.each(pages.flatMap((page) => blocksOf(page, 'console')))('prints what it shows: %s', async (text) => {
  const [prompt = '', ...printed] = text.trimEnd().split('\n');
  const { stdout } = await shell(prompt.replace(/^\$ /, ''));
  expect(stdout.trimEnd().split('\n')).toEqual(printed);
});

describe('docs/judge-a-deployment.md', () => {
  const guide = 'docs/judge-a-deployment.md';

  test('has a target file with every key', () => {
    const [example = ''] = blocksOf(guide, 'yaml');
    const parsed = TargetFile.parse(load(example));
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(TargetFile.shape).sort());
  });

  test('names only options that exist', async () => {
    const help = await Promise.all(['conform', 'drift'].map((command) => tollwright([command, '--help'])));
    const stdout = help.map((each) => each.stdout).join('');
    const named = new Set(readFileSync(guide, 'utf8').match(/--[a-z][a-z-]+/g));
    expect([...named].filter((option) => !stdout.includes(option))).toEqual([]);
  });
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
