import { readOpenApi } from '#generators/compare/openapi/read.ts';
import type { Side } from '#generators/compare/side.ts';
import type { JsonSchema } from '#generators/model/types.ts';
import { find, toValue } from '#generators/reader/node.ts';
import { SourceFile } from '#generators/reader/source.ts';
import { compose } from '#generators/reader/yaml.ts';
import { UsageError } from '../failure.ts';

/** Reads an OpenAPI 3.x description in JSON or YAML, without validating it. */
export function readDescription(name: string, text: string): Side {
  const { root, mistakes } = compose(text);
  const document = root && toValue(root);
  if (!root || mistakes.length > 0 || !isDescription(document))
    throw new UsageError(`${name} is neither a release nor an OpenAPI 3.x description in JSON or YAML.`);
  const file = new SourceFile(name, name, text);
  return readOpenApi(name, document, (path) => {
    for (let length = path.length; length > 0; length--) {
      const found = find(root, path.slice(0, length));
      if (found) return file.position((found.key ?? found.value).start).line;
    }
    return 1;
  });
}

function isDescription(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && 'openapi' in value && String(value.openapi).startsWith('3.');
}
