import { type Code, code, join } from '../../output/code.ts';

/** An object literal of fields that are code; those that are `undefined` are left out. */
export function objectLiteral(fields: Readonly<Record<string, Code | undefined>>, spread?: Code): Code {
  const entries = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [code`${propertyKey(key)}: ${value}`],
  );
  return code`{ ${join([...entries, ...(spread === undefined ? [] : [code`...${spread}`])], ', ')} }`;
}

/** The fields of an object literal, for one that goes on with code. */
export function literalFields(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, literal(value)]])),
  );
}

/** A value as TypeScript. An own `__proto__` is written so that it stays a key. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{ ${entries.map(([key, inner]) => `${propertyKey(key)}: ${literal(inner)}`).join(', ')} }`;
}

function propertyKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : JSON.stringify(key);
}

/** A docstring of some paragraphs; empty ones are left out. */
export function docstring(...paragraphs: readonly (string | undefined)[]): string {
  const lines = paragraphs.flatMap((text) => (text ? [commentText(text)] : []));
  if (lines.length === 1 && !lines[0]?.includes('\n')) return `/** ${lines[0]} */`;
  return [
    '/**',
    ...lines
      .join('\n\n')
      .split('\n')
      .map((line) => ` * ${line}`.trimEnd()),
    ' */',
  ].join('\n');
}

/** A comment of one line. */
export function lineComment(text: string): string {
  return `// ${text.replaceAll(/\s+/g, ' ').trim()}`;
}

/** A sentence: starts with a capital and ends with a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/** Text of a comment: it cannot end the comment, and its lines are broken so that they fit a docstring. */
export function commentText(text: string): string {
  return text
    .replaceAll('*/', '*\\/')
    .split(/\r\n?|\n/)
    .map(wrappedLine)
    .join('\n');
}

function wrappedLine(text: string): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= 112) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
