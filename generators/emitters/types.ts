import type { Emitter } from '../emitter.ts';
import { header } from '../output/header.ts';
import { toOpenApi } from './openapi/components.ts';
import { typeSchemas } from './types/shapes.ts';
import { loadRenderer } from './typescript/compilers.ts';

/** Emits the types of what callers send and receive, as openapi-typescript renders them. */
export const types: Emitter = {
  name: 'types',
  async emit({ service, hosts }) {
    const { default: render, astToString } = loadRenderer();
    // Loaded here, since it loads a whole compiler.
    const { flatten } = await import('./types/flatten.ts');
    const schemas = Object.entries(typeSchemas(hosts)).map(([name, schema]) => [name, toOpenApi(schema)] as const);
    const description = {
      openapi: '3.1.0',
      info: { title: service.title, version: service.version },
      paths: {},
      components: { schemas: Object.fromEntries(schemas) },
    };
    const nodes = await render(JSON.stringify(description), { defaultNonNullable: false, emptyObjectsUnknown: true });
    const declarations = flatten(nodes).map((node) => tidy(astToString(node)));
    return [{ path: 'types.ts', text: [header('types', ['schemas']), note, ...declarations].join('\n\n') }];
  },
};

const note = '// What callers send and receive. Where hosts differ, a type allows what any of them does.';

/** Keeps of a comment what the type itself does not say. */
function tidy(text: string): string {
  return text
    .replaceAll(/^ *\/\*\* @(constant|enum \{\w+\}) \*\/\n/gm, '')
    .replaceAll(/^ *\* @(constant|enum \{\w+\})\n/gm, '')
    .replaceAll('@description ', '')
    .replaceAll(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */');
}
