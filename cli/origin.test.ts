import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { originOf } from './origin.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'origin-'));
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['https://git.example/we/gateway.git', 'git+https://git.example/we/gateway.git'],
  ['https://me:secret@git.example/we/gateway.git', 'git+https://git.example/we/gateway.git'],
  ['git@git.example:we/gateway.git', 'git+ssh://git@git.example/we/gateway.git'],
  ['ssh://git@git.example:2222/we/gateway.git', 'git+ssh://git@git.example:2222/we/gateway.git'],
])('takes the repository from the remote %s', (remote, url) => {
  execFileSync('git', ['remote', 'add', 'origin', remote], { cwd: folder });
  expect(originOf({}, folder)).toEqual({ repository: { type: 'git', url } });
  expect(originOf({}, folder, 'runtime')).toEqual({ repository: { type: 'git', url, directory: 'runtime' } });
});

test.each(['/srv/gateway.git', '../gateway', 'file:///srv/gateway.git'])('takes nothing from the path %s', (remote) => {
  execFileSync('git', ['remote', 'add', 'origin', remote], { cwd: folder });
  expect(originOf({}, folder)).toEqual({});
});

test('takes what the manifest says before the remote', () => {
  execFileSync('git', ['remote', 'add', 'origin', 'https://git.example/fork.git'], { cwd: folder });
  const manifest = { author: 'We', repository: 'https://git.example/we/gateway.git' };
  expect(originOf(manifest, folder)).toEqual(manifest);
  const repository = { type: 'git', url: manifest.repository, directory: 'runtime' };
  expect(originOf(manifest, folder, 'runtime')).toEqual({ ...manifest, repository });
});

test('is empty where nothing names an origin', () => expect(originOf({}, folder)).toEqual({}));
