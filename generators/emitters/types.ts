import { renderSchemas } from '../compilers/compilers.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../output/header.ts';
import { toOpenApi } from './openapi/components.ts';
import { typeSchemas } from './types/shapes.ts';

/** Emits the types of what callers receive, as openapi-typescript renders them. */
export const types: Emitter = {
  name: 'types',
  async emit({ service, hosts }) {
    const schemas = Object.entries(typeSchemas(hosts)).map(([name, schema]) => [name, toOpenApi(schema)] as const);
    const description = {
      openapi: '3.1.0',
      info: { title: service.title, version: service.version },
      paths: {},
      components: { schemas: Object.fromEntries(schemas) },
    };
    const text = JSON.stringify(description);
    last = last?.description === text ? last : { description: text, declarations: renderSchemas(text) };
    const declarations = await last.declarations;
    return [{ path: 'types.ts', text: [header('types', ['schemas']), note, ...declarations].join('\n\n') }];
  },
};

/** The last description with its declarations, which most changes of a specification leave as they are. */
let last: { readonly description: string; readonly declarations: Promise<readonly string[]> } | undefined;

const note = '// What callers receive. Where hosts differ, a type allows what any of them does.';
