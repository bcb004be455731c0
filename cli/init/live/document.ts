/** The OpenAPI document of a seller: what it publishes, and what its manifest and its challenges add. */

import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf, valueAt } from '#conformance/common/json.ts';
import type { SellerRoute } from '#conformance/x402/routes.ts';
import type { Asked } from './offers.ts';

/** A route with its 402 response, if there was one. */
export interface AskedRoute {
  readonly route: SellerRoute;
  readonly asked: Asked | undefined;
}

/** The document of a seller. Routes without a template are added as their challenges describe them. */
export function documentOf(description: unknown, origin: string, routes: readonly AskedRoute[]): object {
  const own = isObject(description) && ('openapi' in description || 'swagger' in description) ? description : undefined;
  const document = own ?? {
    openapi: '3.1.0',
    info: { title: new URL(origin).hostname, version: '1' },
    servers: [{ url: origin }],
  };
  const paths: Record<string, unknown> = { ...fieldsOf(document.paths) };
  for (const { route, asked } of routes) {
    if (route.template !== undefined || !asked) continue;
    const path = templateOf(route, document);
    paths[path] = { ...fieldsOf(paths[path]), [route.method.toLowerCase()]: operationOf(route, asked) };
  }
  return { ...document, paths };
}

/** The path of a route in a document: what follows the path of its server. */
export function templateOf({ path, template }: SellerRoute, document: unknown): string {
  const [bare = ''] = path.split('?');
  const server = String(valueAt(document, '/servers/0/url') ?? '');
  const base = URL.canParse(server, 'http://seller')
    ? new URL(server, 'http://seller').pathname.replace(/\/$/, '')
    : '';
  return template ?? (bare.startsWith(`${base}/`) ? bare.slice(base.length) : bare);
}

/** An operation as the extension `bazaar` of its challenge describes it, else as its request was sent. */
function operationOf({ method, path, body }: SellerRoute, { requirements }: Asked): object {
  const { description, mimeType = 'application/json' } = fieldsOf(requirements.resource);
  const bazaar = valueAt(requirements, '/extensions/bazaar');
  const input = (name: string) => valueAt(bazaar, `/schema/properties/input/properties/${name}`);
  const example = valueAt(bazaar, '/info/output/example');
  const schema = valueAt(bazaar, '/schema/properties/output/properties/example');
  const sent = fieldsOf(valueAt(bazaar, '/info/input')).body ?? (body && JSON.parse(body.text));
  return {
    ...(typeof description === 'string' && { summary: description }),
    parameters: parametersOf(input('queryParams'), new URLSearchParams(path.split('?')[1])),
    ...(method !== 'GET' && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: input('body') ?? { type: 'object' }, example: sent } },
      },
    }),
    responses: {
      200: {
        description: 'The answer',
        content: {
          [String(mimeType)]: { ...(isObject(schema) && { schema }), ...(example !== undefined && { example }) },
        },
      },
    },
  };
}

function parametersOf(schema: unknown, sent: URLSearchParams): readonly object[] {
  const { properties, required } = fieldsOf(schema);
  const names = new Set([...Object.keys(fieldsOf(properties)), ...sent.keys()]);
  return [...names].map((name) => ({
    ...{ name, in: 'query', schema: fieldsOf(properties)[name] ?? { type: 'string' } },
    required: Array.isArray(required) && required.includes(name),
    ...(sent.has(name) && { example: sent.get(name) }),
  }));
}
