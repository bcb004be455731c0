import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

test('tollwright generate --watch writes what one changed file changes, reports a mistake, and ends on Ctrl-C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-watch-'));
  const [spec, out] = [join(folder, 'spec'), join(folder, 'out')];
  await cp('generators/fixtures/tiny', spec, { recursive: true });
  const child = spawn(process.execPath, ['cli/main.ts', 'generate', '--watch', '--spec', spec, '--out', out]);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const until = async (wanted: RegExp) => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (wanted.test(line.value)) return line.value;
    }
    throw new Error(`The command ended before it printed ${wanted}.`);
  };
  await until(/^Watching /);

  const file = join(spec, 'schemas/language.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('enum: [plain, formal]', 'enum: [plain, formal, poetic]'));
  expect(await until(/ changed /)).toBe('schemas/language.yaml changed ...');
  expect(await until(/written/)).toMatch(/: [1-9]\d? written, 0 removed, in \d+\.\d+ s\.$/);
  expect(await readFile(join(out, 'schemas/language.ts'), 'utf8')).toContain('poetic');

  await writeFile(file, text.replace('enum: [plain, formal]', 'enum: 7'));
  expect(await until(/nothing was written/)).toContain('1 error');

  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
});
