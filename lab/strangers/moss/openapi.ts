import { ok } from './http.ts';
import type { Operation } from './operation.ts';

/** The OpenAPI description of the operations. */
export function openapiOperation(operations: () => Operation[]): Operation {
  return {
    methods: ['GET'],
    path: '/openapi.json',
    summary: 'This description',
    open: true,
    handle: () => ok(describe(operations())),
  };
}

function describe(operations: Operation[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations.filter((item) => item.hidden !== true)) {
    const path = operation.path.replaceAll('*}', '}');
    paths[path] ??= {};
    const methods = paths[path];
    for (const method of operation.methods) methods[method.toLowerCase()] = describeMethod(operation, method, path);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'moss', version: '1.0.0', description: 'An AI gateway, paid from a prepaid account.' },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    paths,
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeMethod(operation: Operation, method: string, path: string): Record<string, unknown> {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const errors = operation.open === true ? {} : { 401: { description: 'Missing or invalid API key' } };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: operation.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'POST' ? { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } } : {}),
    ...(operation.open === true ? { security: [] } : {}),
    responses: { 200: { description: 'OK' }, 400: { description: 'Invalid request' }, ...errors },
  };
}
