import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '#conformance/report/report.ts';
import { changed, recipesOf } from '#lab/repository/testing/recipes.ts';
import { judge, makeFolder, project } from './testing/recipe.ts';

const recipes = recipesOf(readFileSync('docs/recipes.md', 'utf8'));

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** The rules that are broken, or could not be judged for a reason of the suite. */
function brokenIn({ results }: Report): readonly string[] {
  return results.flatMap(({ verdict, rule }) => (verdict === 'fail' || verdict === 'error' ? [rule] : []));
}

describe.each(recipes.map((recipe, index) => ({ ...recipe, index: String(index) })))('$title', (recipe) => {
  test('is served, and keeps its rules', async () => {
    const healthy = join(folder, recipe.index);
    await project(healthy, recipe.files);
    const report = await judge(healthy, healthy);
    expect(brokenIn(report)).toEqual([]);
  });

  test('has a fault that the suite finds', async () => {
    expect(recipe.faults).not.toEqual([]);
    for (const [index, fault] of recipe.faults.entries()) {
      const faulty = join(folder, `${recipe.index}-${index}`);
      await project(faulty, changed(recipe, fault));
      expect(brokenIn(await judge(faulty, join(folder, recipe.index)))).toEqual(
        expect.arrayContaining([...fault.breaks]),
      );
    }
  });
});

test('the code of every recipe compiles', async () => {
  const compilerOptions = {
    ...{ target: 'es2024', lib: ['es2024', 'esnext.disposable'], module: 'nodenext', types: ['node'], noEmit: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, erasableSyntaxOnly: true },
    ...{ verbatimModuleSyntax: true, allowImportingTsExtensions: true, resolveJsonModule: true, skipLibCheck: true },
  };
  const include = recipes.flatMap((_, index) => [`${index}/generated`, `${index}/handlers`]);
  const config = { compilerOptions, include, exclude: ['*/generated/conformance'] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', folder, '--checkers', '1'], { stdio: 'pipe', encoding: 'utf8' });
});
