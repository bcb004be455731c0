import { globSync } from 'node:fs';
import { Project, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Model } from '#generators/model/types.ts';
import { readSpec } from '#generators/read.ts';

/** Which room may import which; `design` in one table. Tests may reach further: they put rooms together. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  generators: [],
  runtime: [],
  generated: ['runtime'],
  gateway: ['generated', 'runtime'],
  conformance: ['runtime'],
  lab: ['generators', 'generated', 'runtime', 'gateway', 'conformance'],
  cli: ['generators', 'generated', 'runtime', 'gateway', 'conformance', 'lab'],
};

const rooms = Object.keys(mayImport);
const project = new Project({ skipAddingFilesFromTsConfig: true, compilerOptions: { allowJs: false } });

beforeAll(() => {
  for (const room of rooms) project.addSourceFilesAtPaths(globSync(`${room}/**/*.ts`));
});

const roomOf = (file: SourceFile): string => {
  const path = file.getFilePath().slice(`${process.cwd()}/`.length);
  return path.split('/')[0] ?? '';
};

const isTest = (file: SourceFile): boolean =>
  /\.test\.ts$|\/testing\/|\/fixtures\//.test(file.getFilePath()) || file.getFilePath().includes('/bench/');

describe('the import table', () => {
  test('holds for every file that is not a test', () => {
    const broken: string[] = [];
    for (const file of project.getSourceFiles().filter((each) => !isTest(each))) {
      const from = roomOf(file);
      for (const specifier of importsOf(file)) {
        const to = roomOfSpecifier(specifier, file);
        if (!to || to === from || mayImport[from]?.includes(to)) continue;
        if (from === 'generated' && to === 'conformance') continue;
        // The version stands in the manifest.
        if (to === 'package.json') continue;
        if (from === 'generators' && specifier === '#conformance/contract/contract.ts') continue;
        broken.push(`${file.getFilePath()} imports ${specifier}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('lets the generators take nothing but types from the contract they write', () => {
    const taken = project
      .getSourceFiles('generators/**/*.ts')
      .filter((file) => !isTest(file))
      .flatMap((file) => [...file.getImportDeclarations(), ...file.getExportDeclarations()])
      .filter((each) => each.getModuleSpecifierValue() === '#conformance/contract/contract.ts');
    expect(taken).not.toEqual([]);
    expect(taken.filter((each) => !each.isTypeOnly())).toEqual([]);
  });

  test('keeps emitted suites the only generated files that reach conformance', () => {
    const reaching = project
      .getSourceFiles('generated/**/*.ts')
      .filter((file) => importsOf(file).some((specifier) => specifier.startsWith('#conformance/')));
    expect(reaching.filter((file) => !file.getFilePath().includes('/generated/conformance/'))).toEqual([]);
  });
});

describe('the rooms that serve any specification', () => {
  test('name no operation, model, price or host of the documents', async () => {
    const { model } = await readSpec('spec');
    if (!model) throw new Error('The specification has errors.');
    const names = namesOf(model);
    const figures = figuresOf(model);
    const found: string[] = [];

    for (const room of ['generators', 'runtime', 'conformance', 'cli']) {
      for (const file of project.getSourceFiles(`${room}/**/*.ts`)) {
        for (const { text, line } of literalsIn(file)) {
          // A test may make prices and paths up that happen to be the documents' too.
          if (names.has(text) || (!isTest(file) && figures.has(text)))
            found.push(`${file.getFilePath()}:${line()} says '${text}'`);
        }
      }
    }
    expect(found).toEqual([]);
  });
});

/** The string literals of a file, as nodes of the compiler: to wrap each of them takes seconds. */
function literalsIn({ compilerNode: file }: SourceFile) {
  const found: { readonly text: string; line(): number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node))
      found.push({ text: node.text, line: () => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function importsOf(file: SourceFile): string[] {
  const fixed = file.getImportDeclarations().map((each) => each.getModuleSpecifierValue());
  const exported = file.getExportDeclarations().flatMap((each) => each.getModuleSpecifierValue() ?? []);
  const dynamic = file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => call.getExpression().getKind() === SyntaxKind.ImportKeyword)
    .flatMap((call) => call.getArguments()[0]?.asKind(SyntaxKind.StringLiteral)?.getLiteralText() ?? []);
  return [...fixed, ...exported, ...dynamic];
}

function roomOfSpecifier(specifier: string, file: SourceFile): string | undefined {
  if (specifier.startsWith('@tollwright/')) return specifier.split('/')[1];
  if (specifier.startsWith('#')) return specifier.slice(1).split('/')[0];
  if (!specifier.startsWith('.')) return undefined;
  const path = new URL(specifier, `file://${file.getFilePath()}`).pathname.slice(`${process.cwd()}/`.length);
  return path.split('/')[0];
}

/** Ids and labels that only the documents use; words that are English anyway are left out. */
function namesOf(model: Model): Set<string> {
  const english = new Set([
    'search',
    'decide',
    'base',
    'account',
    'test',
    'chat',
    'flex',
    'fund',
    'call',
    'responses',
    'messages',
  ]);
  const names = new Set<string>();
  for (const view of model.hosts) {
    names.add(view.host.id);
    for (const operation of view.operations) names.add(operation.id);
    for (const catalog of Object.values(view.catalogs)) {
      names.add(catalog.id);
      for (const entry of catalog.entries) names.add(entry.label).add(String(entry.values[catalog.key]));
    }
  }
  return new Set([...names].filter((name) => /[^a-z]/.test(name) && name.length > 2 && !english.has(name)));
}

/** Paths, price ids and the prices that the documents give as examples. */
function figuresOf(model: Model): Set<string> {
  const prices = model.hosts.flatMap((view) => Object.values(view.prices));
  const paths = model.hosts.flatMap(({ operations }) => operations.map(({ path }) => path));
  const figures = prices.flatMap(({ id, examples }) => [id, ...examples.map(({ usd }) => usd)]);
  return new Set([...paths, ...figures].filter((figure) => /[^a-z0]/.test(figure)));
}
