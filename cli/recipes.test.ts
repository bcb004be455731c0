import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '#conformance/report/report.ts';
import { sideOf } from '#generators/compare/load.ts';
import type { Side } from '#generators/compare/side.ts';
import { readSpec } from '#generators/read.ts';
import { changed, recipesOf } from '#lab/repository/testing/recipes.ts';
import { readers, reportOf } from './diff/report.ts';
import { judge, makeFolder, project } from './testing/recipe.ts';

const recipes = recipesOf(readFileSync('docs/recipes.md', 'utf8'));

let folder: string;
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** The specification of a project as a side of a comparison. */
async function sideIn(project: string): Promise<Side> {
  const side = sideOf(project, await readSpec(join(project, 'spec')));
  if (!side) throw new Error(`The specification in ${project} has errors.`);
  return side;
}

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

  test('has faults that the suite finds, or changes that a comparison reports', async () => {
    expect([...recipe.faults, ...recipe.changes]).not.toEqual([]);
    for (const [index, fault] of recipe.faults.entries()) {
      const faulty = join(folder, `${recipe.index}-${index}`);
      await project(faulty, changed(recipe, fault));
      expect(brokenIn(await judge(faulty, join(folder, recipe.index)))).toEqual(
        expect.arrayContaining([...fault.breaks]),
      );
    }
    for (const [index, change] of recipe.changes.entries()) {
      const other = join(folder, `${recipe.index}-changed-${index}`);
      await project(other, changed(recipe, change));
      const { changes } = await reportOf(await sideIn(join(folder, recipe.index)), await sideIn(other), readers, []);
      expect(changes.map(({ kind, levels }) => `${kind} ${levels.callers}`)).toEqual([change.reported]);
    }
  });
});

test('the OpenAPI description of the recipe of webhooks has its webhook', () => {
  const at = recipes.findIndex(({ title }) => title === 'Webhooks');
  const read = (file: string) => JSON.parse(readFileSync(join(folder, `${at}/generated/openapi`, file), 'utf8'));
  const { webhooks, components } = read('gateway.json');
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/ReportDone' } } };
  expect(webhooks).toMatchObject({ 'report-done': { post: { requestBody: { required: true, content } } } });
  expect(Object.keys(components.schemas)).toContain('ReportDone');
  const { orderReport } = read('shared/reports.json');
  const allOf = [{ properties: { state: { enum: ['done', 'failed'] } } }, { $ref: 'components.json#/schemas/Report' }];
  expect(orderReport.post.callbacks).toMatchObject({
    'report-ended': {
      '{$request.body#/webhook_url}': {
        post: { requestBody: { content: { 'application/json': { schema: { allOf } } } } },
      },
    },
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
