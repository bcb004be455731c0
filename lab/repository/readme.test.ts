import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const run = promisify(execFile);

/** Fenced blocks of one language. */
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text ?? '');

const shell = async (command: string) => run('sh', ['-c', command]);

describe('README', () => {
  // The two commands of a newcomer are what starts these tests, and `start` has a test of its own.
  const commands = blocks('sh')
    .flatMap((text) => text.trim().split('\n'))
    .filter((command) => !command.startsWith('npm ci'));

  test.each(commands)('`%s` ends without an error', async (command) => {
    await expect(shell(command)).resolves.toBeTruthy();
  });

  test.each(blocks('console'))('prints what it shows: %s', async (text) => {
    const [prompt = '', ...printed] = text.trimEnd().split('\n');
    const { stdout } = await shell(prompt.replace(/^\$ /, ''));
    expect(stdout.trimEnd().split('\n')).toEqual(printed);
  });

  test.each([...readme.matchAll(/<!-- excerpt (\S+) -->\n```\w+\n(.*?)```/gs)].map(([, file, text]) => [file, text]))(
    'quotes %s as it is',
    (file, text) => {
      expect(readFileSync(file ?? '', 'utf8')).toContain(text ?? '');
    },
  );
});
