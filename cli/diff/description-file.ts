import { isObject } from '#generators/json-schema/walk.ts';
import { hasDuplicateKeys, JsonPlaces } from '#generators/reader/json.ts';
import type { Node } from '#generators/reader/node.ts';
import { SourceFile } from '#generators/reader/source.ts';
import type { YamlMistake } from '#generators/reader/yaml.ts';
import { UsageError } from '../failure.ts';

/** A file of a description, in JSON or YAML. */
export interface DescriptionFile {
  readonly name: string;
  readonly value: unknown;
  /** Line and column of the value at a path, or of the nearest one around it. */
  position(path: readonly string[]): { readonly line: number; readonly column: number };
}

/** Ends the sentence about a file that cannot be read. */
export const isNone = 'is neither a release nor an OpenAPI 3.x or Swagger 2.0 description in JSON or YAML';

/** Reads a file of a description; throws `UsageError` where it has a mistake, with its place. */
export async function readDescriptionFile(name: string, text: string): Promise<DescriptionFile> {
  const file = new SourceFile(name, name, text);
  const { value, offset } = readJson(text) ?? (await readYaml(file));
  return { name, value, position: (path) => file.position(offset(path)) };
}

interface Read {
  readonly value: unknown;
  readonly offset: (path: readonly string[]) => number;
}

/** Most descriptions are JSON, of which the engine's own parser is many times faster than that of YAML; it hides keys that are there twice. */
function readJson(text: string): Read | undefined {
  try {
    const value: unknown = longNumber.test(text) ? JSON.parse(text, withDigits) : JSON.parse(text);
    if (hasDuplicateKeys(text, value)) return undefined;
    const places = new JsonPlaces(text);
    return { value, offset: (path) => places.offset(path) };
  } catch {
    return undefined;
  }
}

/** A number with more digits than a double may keep. */
const longNumber = /[:,[\s]-?\d{16,}/;

/** A whole number with all its digits, which JSON.stringify writes as they are. */
interface RawNumber {
  readonly rawJSON: string;
}

// TypeScript does not know these parts of JavaScript yet.
const json = JSON as unknown as { rawJSON(text: string): RawNumber };

function withDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? wholeNumber(value, context?.source ?? '') : value;
}

/** A number as it is written, where a double does not keep its digits. */
function wholeNumber(value: number, source: string): unknown {
  const isLong = Math.abs(value) >= 2 ** 51 && /^[-+]?\d+$/.test(source);
  return isLong ? json.rawJSON(BigInt(source).toString()) : value;
}

async function readYaml(file: SourceFile): Promise<Read> {
  const { compose } = await import('#generators/reader/yaml.ts');
  const { find } = await import('#generators/reader/node.ts');
  const { root, mistakes } = compose(file.text, { merges: true });
  const [mistake] = mistakes;
  if (!root || mistake) throw new UsageError(mistakeText(file, mistake));
  return {
    value: plainValue(root),
    offset(path) {
      for (let length = path.length; length > 0; length--) {
        const found = find(root, path.slice(0, length));
        if (found) return (found.key ?? found.value).start;
      }
      return 0;
    },
  };
}

function plainValue(node: Node): unknown {
  if (node.kind === 'scalar') return typeof node.value === 'number' ? wholeNumber(node.value, node.text) : node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries([...node.entries].map(([name, { value }]) => [name, plainValue(value)]));
}

function mistakeText(file: SourceFile, mistake: YamlMistake | undefined): string {
  if (!mistake) return `${file.name} ${isNone}.`;
  const { line, column } = file.position(mistake.start);
  const { kind, detail } = mistake;
  if (kind !== 'duplicate-key') return `${file.name} ${isNone}: ${detail || 'it is empty'} (${line}:${column}).`;
  return `${file.name}:${line}:${column} has "${detail}" a second time in one object, of which readers take either. Take one out.`;
}

/** Every reference in a value, with its path; an object under the keyword of examples is no reference. */
export function* referencesIn(
  value: unknown,
  at: readonly string[] = [],
): Generator<{
  readonly owner: Record<string, unknown>;
  readonly key: string;
  readonly reference: string;
  readonly at: readonly string[];
}> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* referencesIn(item, [...at, String(index)]);
  } else if (isObject(value)) {
    const owner: Record<string, unknown> = value;
    for (const [key, inner] of Object.entries(owner)) {
      const path = [...at, key];
      if (key === '$ref' && typeof inner === 'string') yield { owner, key, reference: inner, at: path };
      else if (key === 'mapping' && isObject(inner) && at.at(-1) === 'discriminator') {
        for (const [name, target] of Object.entries(inner))
          if (typeof target === 'string' && /[#/.]/.test(target))
            yield { owner: inner as Record<string, unknown>, key: name, reference: target, at: [...path, name] };
      } else if (key !== 'example') yield* referencesIn(inner, path);
    }
  }
}
