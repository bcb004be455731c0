import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** The test that runs the commands and snippets of a page. */
const tests: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'lab/repository/contributing.test.ts',
  'README.md': 'lab/repository/readme.test.ts',
  'docs/client.md': 'lab/repository/client-guide.test.ts',
  'docs/commands.md': 'lab/repository/docs.test.ts',
  'docs/first-gateway.md': 'cli/packages/testing/new-user.ts',
  'docs/judge-a-deployment.md': 'lab/repository/docs.test.ts',
  'docs/operation.md': 'gateway/e2e/operation.test.ts',
  'docs/recipes.md': 'cli/recipes.test.ts',
  'docs/releases.md': 'lab/repository/docs.test.ts',
  'docs/settlement.md': 'lab/repository/settlement-guide.test.ts',
  'docs/write-handlers.md': 'gateway/e2e/write-handlers.test.ts',
};

const pages = globSync('{*,docs/*}.md');

describe('every page', () => {
  test('with a command or snippet has a test that runs it', () => {
    const withBlocks = pages.filter((page) => /^```/m.test(readFileSync(page, 'utf8')));
    expect(withBlocks.toSorted()).toEqual(Object.keys(tests));
    for (const [page, file] of Object.entries(tests)) expect(readFileSync(file, 'utf8')).toContain(`'${page}'`);
  });

  test('links only to pages and headings that exist', () => {
    const broken = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].flatMap(
        ([, path, heading]) => {
          const file = path ? normalize(join(dirname(page), path)) : page;
          const isThere = globSync(file).length > 0 && (!heading || headingsOf(file).includes(heading));
          return isThere ? [] : [`${page}: ${path}#${heading ?? ''}`];
        },
      ),
    );
    expect(broken).toEqual([]);
  });

  test('of docs/ is in its index', () => {
    const index = readFileSync('docs/README.md', 'utf8');
    const missing = globSync('*.md', { cwd: 'docs' }).filter((page) => !index.includes(`](${page})`));
    expect(missing).toEqual(['README.md']);
  });
});

test('docs/commands.md has every command', () => {
  const page = readFileSync('docs/commands.md', 'utf8');
  const commands = globSync('*.ts', { cwd: 'cli/commands' }).filter((file) => !file.endsWith('.test.ts'));
  expect(commands.filter((file) => !page.includes(`npx tollwright ${file.slice(0, -3)}`))).toEqual([]);
});

test('CI runs the commands of the README, and then the long tests', () => {
  const commands = readFileSync('.ci/run', 'utf8').match(/^npm .*$/gm);
  expect(commands).toEqual(['npm ci', 'npm test', 'npm run test:all']);
  expect(readFileSync('.github/workflows/ci.yml', 'utf8')).toContain('run: .ci/run\n');
});

describe('the changelog', () => {
  const [, unreleased = ''] = /^## Unreleased\n(.*?)^## /ms.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];

  test('has at most 80 lines about what is not released', () => {
    expect(unreleased.split('\n').length).toBeLessThanOrEqual(80);
  });

  test('groups them by what users have to do', () => {
    const headings = [...unreleased.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Added', 'Changed', 'Fixed', 'Removed']);
  });
});

/** The anchors of the headings of a page. */
function headingsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
