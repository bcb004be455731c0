import { mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { ForeignFolder, mark, markPath, writeOutput } from './write.ts';

const own = { path: markPath, text: `${mark}\n` };
const a = { path: 'contracts/a.json', text: '{}\n', host: 'a' };
const b = { path: 'contracts/b.json', text: '{}\n', host: 'b' };
const shared = { path: 'types.ts', text: 'export {};\n' };
const files = [own, a, b, shared];

describe('writeOutput', () => {
  let parent: string;
  let out: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'tollwright-write-'));
    out = join(parent, 'generated');
  });

  test('writes every file into a folder that does not exist yet', async () => {
    const { written } = writeOutput(files, out);
    expect(written).toEqual(files.map(({ path }) => path));
    expect(await readFile(join(out, a.path), 'utf8')).toBe(a.text);
  });

  test('writes nothing the second time', async () => {
    writeOutput(files, out);
    const before = await stat(join(out, a.path));
    expect(writeOutput(files, out)).toEqual({ written: [], stale: [], orphaned: [] });
    expect((await stat(join(out, a.path))).mtimeMs).toBe(before.mtimeMs);
  });

  test('writes only what changed and removes orphans with the folders they leave empty', async () => {
    writeOutput(files, out);
    await mkdir(join(out, 'old/deep'), { recursive: true });
    await writeFile(join(out, 'old/deep/left.ts'), '');
    await writeFile(join(out, shared.path), 'edited by hand');

    const result = writeOutput(files, out);
    expect(result).toEqual({ written: ['types.ts'], stale: ['types.ts'], orphaned: ['old/deep/left.ts'] });
    expect((await readdir(out)).sort()).toEqual([markPath, 'contracts', 'types.ts']);
  });

  test('reports stale, missing and orphaned files and changes nothing when it only checks', async () => {
    writeOutput([own, a, shared], out);
    await writeFile(join(out, shared.path), 'edited by hand');
    await writeFile(join(out, 'left.ts'), '');

    const result = writeOutput(files, out, { check: true });
    expect(result).toEqual({ written: [], stale: ['contracts/b.json', 'types.ts'], orphaned: ['left.ts'] });
    expect(await readFile(join(out, shared.path), 'utf8')).toBe('edited by hand');
    expect(await readdir(out)).toContain('left.ts');
  });

  test('leaves the files of hosts that are not wanted as they are', async () => {
    writeOutput(files, out);
    await writeFile(join(out, b.path), 'edited by hand');
    expect(writeOutput(files, out, { hosts: ['a'] })).toEqual({ written: [], stale: [], orphaned: [] });
    expect(await readFile(join(out, b.path), 'utf8')).toBe('edited by hand');
  });

  test('refuses a folder with files that were not generated', async () => {
    await writeFile(join(parent, 'thesis.txt'), 'ten years of work');
    expect(() => writeOutput(files, parent)).toThrow(ForeignFolder);
    expect(await readdir(parent)).toEqual(['thesis.txt']);
  });

  test('removes links instead of following them', async () => {
    const outside = join(parent, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'a.json'), 'theirs');
    writeOutput([own], out);
    await symlink(outside, join(out, 'contracts'));

    expect(writeOutput(files, out).orphaned).toEqual(['contracts']);
    expect(await readFile(join(outside, 'a.json'), 'utf8')).toBe('theirs');
    expect(await readFile(join(out, a.path), 'utf8')).toBe(a.text);
  });

  test.each(['../escape.ts', '/etc/passwd', 'a/../../b.ts', 'a//b.ts'])('refuses to write %s', async (path) => {
    expect(() => writeOutput([own, { path, text: '' }], out)).toThrow('outside the output folder');
  });
});
