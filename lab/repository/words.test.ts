import { globSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { writtenApart } from './figures/files.ts';

/** Words that readers of this field stumble over, from the last column of the glossary. */
const avoided = avoidedIn(readFileSync('docs/glossary.md', 'utf8'));

describe('what users read', () => {
  test('has no word of the last column of the glossary', () => {
    expect(avoided.length).toBeGreaterThan(10);
    const files = globSync('{generators,runtime,gateway,conformance,lab,cli}/**/*.ts', {
      exclude: ['**/node_modules/**', '**/*.test.ts', '**/testing/**', writtenApart],
    });
    expect(files.length).toBeGreaterThan(700);
    const texts = [
      ...files.flatMap((file) => textsIn(file, readFileSync(file, 'utf8'))),
      ...globSync(documents).flatMap(linesOf),
      ...globSync('spec/**/*.yaml', { exclude: ['spec/statements/**'] }).flatMap(descriptionsOf),
    ];
    expect(texts.filter(({ text }) => avoided.some((word) => word.test(text))).map(shown)).toEqual([]);
  });

  test('is seen in literals, templates and comments, and not in identifiers', () => {
    const source = "/** What it told. */\nconst told = [`nobody `, 'whoever asks', 'told'];";
    const found = textsIn('a.ts', source).filter(({ text }) => avoided.some((word) => word.test(text)));
    expect(found.map(shown)).toEqual(['a.ts:1 /** What it told. */', 'a.ts:2 nobody ', 'a.ts:2 whoever asks']);
  });
});

/** Files whose every line users may read. */
const documents = ['README.md', 'ARCHITECTURE.md', 'templates/*.hbs', 'conformance/report/page/*'];

/** Entries of the specification that users read; the others are ids, data and formulas, and statements quote the documents. */
const described = new Set(['summary', 'title', 'description', 'reason', 'decision', 'accepts', 'open', 'because']);

/** A text that users may read, with its place. */
interface Text {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const shown = ({ file, line, text }: Text): string => `${file}:${line} ${text}`;

function avoidedIn(glossary: string): RegExp[] {
  const rows = glossary.split('\n').filter((line) => /^\| (?!Term|-)/.test(line));
  const words = rows.flatMap((row) => row.split('|').at(-2)?.split(',') ?? []).map((word) => word.trim());
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
