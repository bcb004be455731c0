import type { JsonSchema, Service } from '../model/types.ts';
import type { EmittedFile } from '../output/emitted-file.ts';
import { header } from '../output/header.ts';
import type { Emitter } from './emitter.ts';
import { toOpenApi } from './openapi/components.ts';
import { renderSchemas } from './types/renderer.ts';
import { requestSchemas, requestTypesPath } from './types/requests.ts';
import { receivedSchemas, shapeOf } from './types/shapes.ts';

/** Emits the types of what callers send and receive, as openapi-typescript renders them. */
export const types: Emitter = {
  name: 'types',
  async emit(model) {
    const { service, hosts } = model;
    const differ = 'Where hosts differ, a type allows what any of them does.';
    return [
      await emitTypes(service, 'types/responses.ts', `// What callers receive. ${differ}`, receivedSchemas(hosts)),
      await emitTypes(
        service,
        requestTypesPath,
        `// What callers send, with defaults filled in. ${differ}`,
        requestSchemas(model),
      ),
    ];
  },
};

async function emitTypes(
  { title, version }: Service,
  path: string,
  note: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): Promise<EmittedFile> {
  const shapes = Object.entries(schemas).map(([name, schema]) => [name, toOpenApi(shapeOf(schema))] as const);
  const document = {
    openapi: '3.1.0',
    info: { title, version },
    paths: {},
    components: { schemas: Object.fromEntries(shapes) },
  };
  const declarations = await renderSchemas(JSON.stringify(document));
  return { path, text: [header('types', ['schemas']), note, ...declarations].join('\n\n') };
}
