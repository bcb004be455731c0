import { readOpenApi } from '#generators/compare/openapi/read.ts';
import type { Side } from '#generators/compare/side.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { JsonPlaces } from '#generators/reader/json.ts';
import { SourceFile } from '#generators/reader/source.ts';
import { UsageError } from '../failure.ts';

/** A description with the offsets of its values. */
interface Read {
  readonly document: unknown;
  /** Offset of the value at a path, or of the nearest one around it. */
  readonly offset: (path: readonly string[]) => number;
}

/** Reads an OpenAPI 3.x description in JSON or YAML, without validating it. */
export async function readDescription(name: string, text: string): Promise<Side> {
  const read = readJson(text) ?? (await readYaml(text));
  if (!isDescription(read?.document))
    throw new UsageError(`${name} is neither a release nor an OpenAPI 3.x description in JSON or YAML.`);
  const { document, offset } = read;
  const file = new SourceFile(name, name, text);
  return readOpenApi(name, document, (path) => file.position(offset(path)).line);
}

/** Most descriptions are JSON, of which the engine's own parser is many times faster than that of YAML. */
function readJson(text: string): Read | undefined {
  try {
    const document: unknown = JSON.parse(text);
    const places = new JsonPlaces(text);
    return { document, offset: (path) => places.offset(path) };
  } catch {
    return undefined;
  }
}

async function readYaml(text: string): Promise<Read | undefined> {
  const { compose } = await import('#generators/reader/yaml.ts');
  const { find, toValue } = await import('#generators/reader/node.ts');
  const { root, mistakes } = compose(text);
  if (!root || mistakes.length > 0) return undefined;
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

function isDescription(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && 'openapi' in value && String(value.openapi).startsWith('3.');
}
