import openapiTypescript, { astToString } from 'openapi-typescript';
import type { JsonSchema, Service } from '../../model/types.ts';
import { flatten } from './flatten.ts';

/** Renders schemas of OpenAPI as one declaration each, with openapi-typescript. */
export async function renderSchemas(
  { title, version }: Service,
  schemas: Readonly<Record<string, JsonSchema>>,
): Promise<readonly string[]> {
  const document = { openapi: '3.1.0', info: { title, version }, paths: {}, components: { schemas } };
  const options = { defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
  const nodes = await openapiTypescript(JSON.stringify(document), options);
  return flatten(nodes).map((node) => tidy(astToString(node)));
}

/** Removes from comments what the type already states. */
function tidy(text: string): string {
  return text
    .replaceAll(/^ *\/\*\* @(constant|enum \{\w+\}) \*\/\n/gm, '')
    .replaceAll(/^ *\* @(constant|enum \{\w+\})\n/gm, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}
