import { readOpenApi } from '#generators/compare/openapi/read.ts';
import type { Side } from '#generators/compare/side.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { hasDuplicateKeys, JsonPlaces } from '#generators/reader/json.ts';
import { SourceFile } from '#generators/reader/source.ts';
import type { YamlMistake } from '#generators/reader/yaml.ts';
import { UsageError } from '../failure.ts';

/** A description with the offsets of its values. */
interface Read {
  readonly document: unknown;
  /** Offset of the value at a path, or of the nearest one around it. */
  readonly offset: (path: readonly string[]) => number;
}

/** Reads an OpenAPI 3.x description in JSON or YAML, without validating it; throws `UsageError` where it has a key twice. */
export async function readDescription(name: string, text: string): Promise<Side> {
  const file = new SourceFile(name, name, text);
  const { document, offset } = readJson(text) ?? (await readYaml(file));
  if (!isDescription(document)) throw new UsageError(`${name} ${isNone}.`);
  return readOpenApi(name, document, (path) => file.position(offset(path)).line);
}

const isNone = 'is neither a release nor an OpenAPI 3.x description in JSON or YAML';

/** Most descriptions are JSON, of which the engine's own parser is many times faster than that of YAML; it hides keys that are there twice. */
function readJson(text: string): Read | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (hasDuplicateKeys(text, document)) return undefined;
    const places = new JsonPlaces(text);
    return { document, offset: (path) => places.offset(path) };
  } catch {
    return undefined;
  }
}

async function readYaml(file: SourceFile): Promise<Read> {
  const { compose } = await import('#generators/reader/yaml.ts');
  const { find, toValue } = await import('#generators/reader/node.ts');
  const { root, mistakes } = compose(file.text);
  const [mistake] = mistakes;
  if (!root || mistake) throw new UsageError(mistakeText(file, mistake));
  return {
    document: toValue(root),
    offset(path) {
      for (let length = path.length; length > 0; length--) {
        const found = find(root, path.slice(0, length));
        if (found) return (found.key ?? found.value).start;
      }
      return 0;
    },
  };
}

function mistakeText(file: SourceFile, mistake: YamlMistake | undefined): string {
  if (!mistake) return `${file.name} ${isNone}.`;
  const { line, column } = file.position(mistake.start);
  const { kind, detail } = mistake;
  if (kind !== 'duplicate-key') return `${file.name} ${isNone}: ${detail || 'it is empty'} (${line}:${column}).`;
  return `${file.name}:${line}:${column} has "${detail}" a second time in one object, of which readers take either. Take one out.`;
}

function isDescription(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && 'openapi' in value && String(value.openapi).startsWith('3.');
}
