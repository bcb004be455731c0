import type { GlobalContext, OpenAPI3 } from 'openapi-typescript';
import { flatten } from './flatten.ts';
import { loadRenderer } from './load.ts';

const { transformComponentsObject, scanDiscriminators, resolveRef, astToString } = loadRenderer();

/** Renders the components of an OpenAPI description as one declaration each, with openapi-typescript. */
export function renderSchemas(description: string): readonly string[] {
  const document: OpenAPI3 = JSON.parse(description);
  // Options that are off may be left out, as may the settings of Redocly, which only validate.
  const context: Partial<GlobalContext> = {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    discriminators: scanDiscriminators(document, {}),
    injectFooter: [],
    resolve: (reference: string) => resolveRef(document, reference, { silent: true }),
  };
  return flatten(transformComponentsObject(document.components ?? {}, context as GlobalContext)).map((node) =>
    tidy(astToString(node)),
  );
}

/** Removes from comments what the type already states. */
function tidy(text: string): string {
  return text
    .replaceAll(/^ *\/\*\* @(constant|enum \{\w+\}) \*\/\n/gm, '')
    .replaceAll(/^ *\* @(constant|enum \{\w+\})\n/gm, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}
