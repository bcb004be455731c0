import type { z } from 'zod';
import type { Diagnostics } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import { find, type Mapping, type Node, type Path } from '../reader/node.ts';
import type { SourceFile, SourceRange } from '../reader/source.ts';
import { keysAt } from './keys.ts';
import type { Kind } from './kinds.ts';

type Issue = z.core.$ZodIssue;

/** Turns zod's issues with a file's shape into diagnostics at the keys and values concerned. */
export function reportShape(
  kind: Kind,
  file: SourceFile,
  root: Mapping,
  issues: readonly Issue[],
  diagnostics: Diagnostics,
): void {
  const reporter = new ShapeReporter(kind, file, root, diagnostics);
  for (const issue of issues) reporter.report(issue, issue.path);
}

class ShapeReporter {
  readonly #kind: Kind;
  readonly #file: SourceFile;
  readonly #root: Mapping;
  readonly #diagnostics: Diagnostics;

  constructor(kind: Kind, file: SourceFile, root: Mapping, diagnostics: Diagnostics) {
    this.#kind = kind;
    this.#file = file;
    this.#root = root;
    this.#diagnostics = diagnostics;
  }

  report(issue: Issue, path: Path): void {
    switch (issue.code) {
      case 'unrecognized_keys':
        for (const key of issue.keys) this.#unknownKey(path, key);
        break;
      case 'invalid_union':
        this.#union(issue, path);
        break;
      case 'invalid_type':
        if (find(this.#root, path)) this.#wrong(path, article(issue.expected));
        else this.#missing(path);
        break;
      case 'invalid_value':
        if (find(this.#root, path)) this.#unknownValue(path, issue.values.map(String));
        else this.#missing(path);
        break;
      case 'invalid_key':
        this.#malformed(path, issue.issues[0], 'key');
        break;
      case 'invalid_format':
        this.#malformed(path, issue, 'value');
        break;
      case 'custom':
        // One of several keys is needed, where it is no value that is wrong as a whole.
        if (find(this.#root, path)) this.#wrong(path, issue.message);
        else this.#missing(path);
        break;
      default:
        this.#range(path, issue);
    }
  }

  #unknownKey(path: Path, key: string): void {
    const place = this.#place([...path, key], 'key');
    // `{ summary: Accepted, not started }` is two entries, and the second has no value.
    if (/^\s*[,}]/.test(this.#file.text.slice(place.end, place.end + 20))) {
      this.#diagnostics.report('yaml-comma', place, key);
      return;
    }
    this.#diagnostics.suggest(
      inSchema(this.#kind, path) ? 'schema-keyword-unknown' : 'key-unknown',
      place,
      didYouMean(key, keysAt(this.#kind, path)),
      key,
    );
  }

  /** Reports the best-matching branch of a union: the one whose mistakes are deepest. */
  #union(issue: Issue & { code: 'invalid_union' }, path: Path): void {
    const branches = issue.errors.filter((branch) => branch.length > 0);
    const depths = branches.map((branch) => Math.max(...branch.map(depthOf)));
    const deepest = Math.max(...depths);
    if (deepest > 0) {
      const nearestBranch = branches
        .filter((_, index) => depths[index] === deepest)
        .sort((a, b) => a.length - b.length)[0];
      for (const inner of nearestBranch ?? []) this.report(inner, [...path, ...inner.path]);
      return;
    }

    const flat = branches.flat();
    const values = flat.flatMap((inner) => (inner.code === 'invalid_value' ? inner.values.map(String) : []));
    const other = flat.find((inner) => inner.code !== 'invalid_value' && inner.code !== 'invalid_type');
    const actual = find(this.#root, path)?.value;
    if (values.length > 0 && actual?.kind === 'scalar' && typeof actual.value === 'string')
      this.#unknownValue(path, values);
    else if (other) this.report(other, path);
    else
      this.#wrong(
        path,
        [
          ...new Set(flat.map((inner) => (inner.code === 'invalid_type' ? article(inner.expected) : words.string))),
        ].join(' or '),
      );
  }

  #missing(path: Path): void {
    const parent = path.slice(0, -1);
    const found = find(this.#root, parent);
    const start = found?.key ?? found?.value ?? this.#root;
    const end = found?.key?.end ?? Math.min(start.end, start.start + 1);
    this.#diagnostics.report('key-missing', { file: this.#file, start: start.start, end }, String(path.at(-1)));
  }

  #wrong(path: Path, expected: string): void {
    const node = find(this.#root, path)?.value;
    const place = this.#place(path, 'value');
    const decimal =
      node?.kind === 'scalar' && node.plain && typeof node.value === 'number' && expected.includes('a string');
    if (decimal && !inSchema(this.#kind, path)) {
      this.#diagnostics.suggest('decimal-unquoted', place, `Write ${JSON.stringify(node.text)}.`, node.text);
    } else if (inSchema(this.#kind, path)) {
      this.#diagnostics.report('schema-keyword-wrong', place, String(path.at(-1)), expected, describe(node));
    } else {
      this.#diagnostics.report('type-wrong', place, expected, describe(node));
    }
  }

  #unknownValue(path: Path, allowed: readonly string[]): void {
    const node = find(this.#root, path)?.value;
    const actual = node?.kind === 'scalar' ? node.text : describe(node);
    const place = this.#place(path, 'value');
    const suggestion = didYouMean(actual, allowed);
    if (inSchema(this.#kind, path)) {
      const keyword = path.findLast((step) => typeof step === 'string') ?? '';
      this.#diagnostics.suggest(
        'schema-keyword-wrong',
        place,
        suggestion,
        String(keyword),
        `one of ${allowed.join(', ')}`,
        describe(node),
      );
    } else {
      this.#diagnostics.suggest('value-unknown', place, suggestion, actual, allowed.join(', '));
    }
  }

  #malformed(path: Path, issue: Issue | undefined, part: 'key' | 'value'): void {
    const place = this.#place(path, part);
    const text = part === 'key' ? String(path.at(-1)) : describeText(find(this.#root, path)?.value);
    this.#diagnostics.report('text-malformed', place, text, issue?.message ?? 'a well-formed value');
  }

  #range(path: Path, issue: Issue): void {
    const place = this.#place(path, 'value');
    const actual = describe(find(this.#root, path)?.value);
    if (inSchema(this.#kind, path)) {
      this.#diagnostics.report('schema-keyword-wrong', place, String(path.at(-1)), boundOf(issue), actual);
    } else {
      this.#diagnostics.report('value-out-of-range', place, boundOf(issue), actual);
    }
  }

  #place(path: Path, part: 'key' | 'value'): SourceRange {
    const found = find(this.#root, path) ?? { value: this.#root };
    const node = part === 'key' ? (found.key ?? found.value) : found.value;
    return { file: this.#file, start: node.start, end: node.end };
  }
}

/** True when a path of a kind of file is within a JSON Schema. */
function inSchema(kind: Kind, path: Path): boolean {
  const [first, , third] = path;
  if (kind === 'schemas') return path.length >= 2;
  if (kind === 'errors') return third === 'body' || third === 'headers';
  if (kind !== 'operation') return false;
  if (first === 'query' || first === 'params' || first === 'headers') return path.length >= 1;
  if (first === 'body') return path[1] === 'schema' && path.length >= 2;
  if (first === 'payment') return path[1] === 'challenge' && path.length >= 2;
  return first === 'responses' && (third === 'schema' || (third === 'headers' && path.length >= 4));
}

function depthOf(issue: Issue): number {
  const inner = issue.code === 'invalid_union' ? Math.max(0, ...issue.errors.flat().map(depthOf)) : 0;
  // An unknown key is reported at its parent but concerns the key itself.
  return issue.path.length + inner + (issue.code === 'unrecognized_keys' ? 1 : 0);
}

const words: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

function article(expected: string): string {
  return words[expected] ?? expected;
}

function describe(node: Node | undefined): string {
  if (!node) return 'nothing';
  if (node.kind === 'list') return 'an array';
  if (node.kind === 'map') return 'an object';
  return node.text === '' && node.plain ? 'nothing' : JSON.stringify(node.text);
}

function describeText(node: Node | undefined): string {
  return node?.kind === 'scalar' ? node.text : describe(node);
}

/** The bound of an issue, such as `a number >= 1`. */
function boundOf(issue: Issue): string {
  const message = issue.message.replace(
    /^Too (small|big): expected (\S+) to (be|have) /,
    (_, _size, type) => `${article(type)} `,
  );
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/([<>]=?)(?=\d)/, '$1 ');
}
