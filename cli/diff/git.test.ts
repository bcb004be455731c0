import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesAt } from './git.ts';

test('a revision of a specification has the files of what it extends, of that revision or as installed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-revision-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: folder, stdio: 'ignore' });
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  const came = process.cwd();
  try {
    await write('near/extends.yaml', 'extends: ../far\n');
    await write('near/service.yaml', 'service: near\n');
    await write('far/service.yaml', 'service: far\n');
    await write('far/extends.yaml', 'extends: tollwright/x402\n');
    git('init', '--quiet');
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Begin');
    await write('far/service.yaml', 'service: later\n');
    process.chdir(folder);
    const files = (await filesAt('HEAD', 'near')) ?? [];
    const kept = files.map(({ name, text, depth }) => ({ name, depth, text: text.split('\n')[0] }));
    expect(kept).toContainEqual({ name: 'service.yaml', depth: 0, text: 'service: near' });
    expect(kept).toContainEqual({ name: 'statements/x402.yaml', depth: 2, text: expect.any(String) });
    expect(kept.map(({ name }) => name)).not.toContain('extends.yaml');
    expect((await filesAt('HEAD', 'far'))?.map(({ text }) => text)).toContain('service: far\n');
  } finally {
    process.chdir(came);
    await rm(folder, { recursive: true });
  }
});
