import { show } from './money.ts';
import { options } from './options.ts';
import { ownPath, type Route } from './router.ts';

function paymentInfo(route: Route): Record<string, unknown> {
  const { price } = route;
  if (price.mode === 'free') return {};
  const amounts =
    price.mode === 'fixed' ? { amount: show(price.amount) } : { min: show(price.min), max: show(price.max) };
  return {
    security: [{ x402: [] }],
    'x-payment-info': { price: { mode: price.mode, currency: 'USD', ...amounts }, protocols: [{ x402: {} }] },
  };
}

function operation(route: Route, method: string, path: string): Record<string, unknown> {
  const names = path
    .split('/')
    .map((segment) => /\{(.+?)\}/.exec(segment)?.[1])
    .filter((name) => name !== undefined);
  const values = (name: string) =>
    route.only?.[name] ? { type: 'string', enum: route.only[name] } : { type: 'string' };
  const paid = route.price.mode !== 'free';
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_whole, next: string | undefined) => (next ?? '').toUpperCase())}`,
    summary: route.summary,
    ...(names.length > 0
      ? { parameters: names.map((name) => ({ name, in: 'path', required: true, schema: values(name) })) }
      : {}),
    ...(method === 'POST' ? { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } } : {}),
    responses: {
      '200': { description: 'The result' },
      '400': { description: 'The request is not valid' },
      ...(paid ? { '402': { description: 'Payment required' } } : {}),
    },
    ...paymentInfo(route),
  };
}

/** The OpenAPI 3.1 description of the routes that are not withheld. */
export function openapi(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    if (route.hidden) continue;
    const path = ownPath(route);
    paths[path] ??= {};
    const item = paths[path];
    for (const method of route.methods) item[method.toLowerCase()] ??= operation(route, method, path);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Birch gateway', version: '1.0.0' },
    servers: [{ url: options.origin }],
    components: { securitySchemes: { x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE' } } },
    paths,
  };
}
