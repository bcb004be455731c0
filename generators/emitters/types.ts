import type { Emitter } from '../emitter.ts';
import { header } from '../output/header.ts';
import { toOpenApi } from './openapi/components.ts';
import { renderSchemas } from './types/renderer.ts';
import { typeSchemas } from './types/shapes.ts';

/** Emits the types of what callers receive, as openapi-typescript renders them. */
export const types: Emitter = {
  name: 'types',
  async emit({ service, hosts }) {
    const schemas = Object.entries(typeSchemas(hosts)).map(([name, schema]) => [name, toOpenApi(schema)] as const);
    const document = {
      openapi: '3.1.0',
      info: { title: service.title, version: service.version },
      paths: {},
      components: { schemas: Object.fromEntries(schemas) },
    };
    const declarations = await renderSchemas(JSON.stringify(document));
    return [{ path: 'types.ts', text: [header('types', ['schemas']), note, ...declarations].join('\n\n') }];
  },
};

const note = '// What callers receive. Where hosts differ, a type allows what any of them does.';
