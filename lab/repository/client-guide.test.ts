import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generatePrivateKey } from 'viem/accounts';
import { expect, test } from 'vitest';
import { startTestGateway } from '#gateway/testing/gateway.ts';

const run = promisify(execFile);

test('the snippets of the guide to the client run, one after the other', async () => {
  const guide = await readFile('docs/client.md', 'utf8');
  const snippets = [...guide.matchAll(/```ts\n(.*?)```/gs)].map(([, text = '']) => text);
  expect(snippets.length).toBeGreaterThan(5);
  const gateway = await startTestGateway({ host: 'base' });
  // The package has to be found by its name, as it is where it is installed.
  await mkdir('report', { recursive: true });
  const folder = await mkdtemp(join('report', 'guide-'));
  try {
    const program = join(folder, 'guide.ts');
    await writeFile(program, snippets.join('\n').replace('https://gateway.example', gateway.url));
    const { stdout, stderr } = await run(process.execPath, [program], {
      env: { ...process.env, PAYER_KEY: generatePrivateKey() },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain("results: '1.25'");
    expect(stdout).toMatch(/CallFailed \S+ 400 false/);
  } finally {
    await rm(folder, { recursive: true });
    await gateway.close();
  }
});
