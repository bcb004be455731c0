import { flatten } from './flatten.ts';
import { loadRenderer } from './load.ts';

const { default: render, astToString } = loadRenderer();

/** Renders the schemas of an OpenAPI description as one declaration each, with openapi-typescript. */
export async function renderSchemas(description: string): Promise<readonly string[]> {
  const nodes = await render(description, { defaultNonNullable: false, emptyObjectsUnknown: true });
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
