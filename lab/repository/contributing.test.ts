/** Each recipe of CONTRIBUTING.md, carried out in a copy of the repository. */

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { copyRepository } from './testing/copy.ts';

/** A block of a recipe: a new file, an edit of a file, or commands. */
interface Step {
  readonly mark: string | undefined;
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

const page = await readFile('CONTRIBUTING.md', 'utf8');
const [before = '', recipes = ''] = page.split('## Recipes');
const sections = recipes.split(/^### /m).slice(1);

let folder: string | undefined;
afterEach(async () => {
  if (folder) await rm(folder, { recursive: true });
  folder = undefined;
});

test.each(sections.map((text) => [text.split('\n')[0] ?? '', text] as const))('%s', async (_, text) => {
  folder = await copyRepository();
  const steps = stepsOf(text);
  expect(steps.filter(({ language }) => language === 'sh')).not.toEqual([]);
  for (const step of steps) await carryOut(step, folder);
});

test.each(stepsOf(before).flatMap(({ text }) => text.trim().split('\n')))('`%s` succeeds', async (command) => {
  await run(command, '.');
});

test('there are four recipes', () => {
  expect(sections).toHaveLength(4);
});

function stepsOf(text: string): Step[] {
  const blocks = text.matchAll(/(?:<!-- (file|edit) (\S+) -->\n *)?```(\w+)\n(.*?)\n *```/gs);
  return [...blocks].map(([, mark, path = '', language = '', block = '']) => ({
    mark,
    path,
    language,
    // Blocks within a list are indented.
    text: `${block.replaceAll(/^ {3}/gm, '')}\n`,
  }));
}

async function carryOut({ mark, path, language, text }: Step, root: string): Promise<void> {
  const file = join(root, path);
  if (mark === 'file') {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } else if (mark === 'edit') await writeFile(file, edited(await readFile(file, 'utf8'), text, path));
  else {
    expect(language).toBe('sh');
    for (const command of text.trim().split('\n')) await run(command, root);
  }
}

/** The text with the lines of a diff in place of those that it removes; they must stand there once. */
function edited(text: string, diff: string, path: string): string {
  const lines = diff.trimEnd().split('\n');
  const sideOf = (mark: string) =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  const [old, replacement] = [sideOf('-'), sideOf('+')];
  expect(text.split(old), `${path} has once: ${old}`).toHaveLength(2);
  return text.replace(old, () => replacement);
}

async function run(command: string, cwd: string): Promise<void> {
  const { VITEST: _, ...env } = process.env;
  const ended = await promisify(execFile)('sh', ['-c', command], { cwd, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  if (ended instanceof Error) throw new Error(`${command} failed:\n${ended.stdout}\n${ended.stderr}`);
}
