import { globSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { handWritten, isOfTests } from './figures/files.ts';

/** Files whose every line users may read. */
const documents = ['README.md', 'ARCHITECTURE.md', 'templates/*.hbs', 'conformance/report/page/*'];

/** Entries of the specification that users read; the others are ids, data and formulas, and statements quote the documents. */
const described = new Set(['summary', 'title', 'description', 'reason', 'decision', 'accepts', 'open', 'because']);

const glossary = readFileSync('docs/glossary.md', 'utf8');

/** Words that readers of this field stumble over, from the last column of the glossary. */
const avoided = wordsOf(tableOf(glossary, 'Term').map((cells) => cells.at(-1) ?? ''));

/** Phrases that readers have to decode, from the glossary. */
const decoded = wordsOf(tableOf(glossary, 'Instead of').map((cells) => cells[0] ?? ''));

const files = [...handWritten()].filter(([file]) => !isOfTests(file));
const texts = [
  ...files.flatMap(([file, text]) => textsIn(file, text)),
  ...globSync(documents).flatMap(linesOf),
  ...globSync('spec/**/*.yaml', { exclude: ['spec/statements/**'] }).flatMap(descriptionsOf),
];

describe('what users read', () => {
  test('is all here', () => {
    expect(files.length).toBeGreaterThan(700);
    expect([avoided.length, decoded.length].every((length) => length >= 8)).toBe(true);
  });

  test('has no word of the last column of the glossary', () => {
    expect(withAny(avoided, texts)).toEqual([]);
  });

  test('has no phrase that the glossary replaces', () => {
    const guides = globSync(['docs/*.md', 'CONTRIBUTING.md'], { exclude: ['docs/glossary.md'] }).flatMap(linesOf);
    expect(withAny(decoded, [...texts, ...guides])).toEqual([]);
  });

  test('is seen in literals, templates and comments, and not in identifiers', () => {
    const source = "/** What it told. */\nconst told = [`nobody `, 'whoever asks', 'told'];";
    expect(withAny(avoided, textsIn('a.ts', source))).toEqual([
      'a.ts:1 /** What it told. */',
      'a.ts:2 nobody ',
      'a.ts:2 whoever asks',
    ]);
  });
});

test('no doc comment starts with "What"', () => {
  expect(texts.filter(({ text }) => /^\/\*\*[\s*]*What\b/.test(text)).map(shown)).toEqual([]);
});

/** A text that users may read, with its place. */
interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const shown = ({ file, line, text }: Text): string => `${file}:${line} ${text}`;

function withAny(words: readonly RegExp[], found: readonly Text[]): string[] {
  return found.filter(({ text }) => words.some((word) => word.test(text))).map(shown);
}

/** The rows of the table of a page whose first column has a heading, as their cells. */
function tableOf(page: string, heading: string): string[][] {
  const [, table = ''] = page.split(`\n| ${heading} |`);
  const [rows = ''] = table.split('\n\n');
  const cells = rows
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, -1));
  return cells.map((row) => row.map((cell) => cell.trim()));
}

/** Finds the words of cells, which commas separate. */
function wordsOf(cells: readonly string[]): RegExp[] {
  const words = cells.flatMap((cell) => cell.split(',')).map((word) => word.trim());
  return words.filter((word) => word !== '').map((word) => new RegExp(`\\b${word}\\b`, 'i'));
}

function linesOf(file: string): Text[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }));
}

/** What a specification file says in words. */
function descriptionsOf(file: string): Text[] {
  const found: Text[] = [];
  const visit = (value: unknown, isRead: boolean): void => {
    if (typeof value === 'string' && isRead) found.push({ file, line: 0, text: value });
    if (Array.isArray(value)) for (const item of value) visit(item, isRead);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, described.has(key));
    }
  };
  visit(load(readFileSync(file, 'utf8')), false);
  return found;
}

/** The literals, parts of templates and comments of a module. */
function textsIn(file: string, text: string): Text[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const at = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: Text[] = [];
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
      if (!seen.has(pos)) found.push({ file, line: at(pos), text: text.slice(pos, end) });
      seen.add(pos);
    }
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    // A literal without a space is a name or an id.
    if (ts.isStringLiteral(node) && !node.text.includes(' ')) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node)) {
      found.push({ file, line: at(node.getStart(source)), text: node.text });
    } else if (ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
      found.push({ file, line: at(node.getStart(source)), text: node.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
