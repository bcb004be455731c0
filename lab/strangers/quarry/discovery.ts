/** The two discovery documents, made from the table of routes itself. */
import { law } from './law.ts';
import { ownPath, served } from './router.ts';
import { type Obj, ok, type Row, row } from './wire.ts';

const shown = () => served().filter((line) => law.discoverable(line));
const methodOf = (line: Row) => (line.on.split(' ')[0] ?? 'GET').replace('ANY', 'GET').toLowerCase();
const pathOf = (line: Row) => ownPath(line).replaceAll('...}', '}');

function operation(line: Row): Obj {
  const names = [...pathOf(line).matchAll(/\{([\w.]+)\}/g)].map((match) => match[1]);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const responses: Obj = { 200: { description: 'The answer' } };
  const about = { summary: pathOf(line), parameters, responses };
  if (line.price === undefined) return about;
  responses[402] = { description: 'Payment Required' };
  return {
    ...about,
    'x-payment-info': { price: { mode: 'dynamic', currency: 'USD', min: '0', max: '100' }, protocols: [{ x402: {} }] },
  };
}

function paths(): Obj {
  const all: Record<string, Obj> = {};
  for (const line of shown()) {
    const path = pathOf(line);
    all[path] = { ...all[path], [methodOf(line)]: operation(line) };
  }
  return all;
}

export const discoveryRows: Row[] = [
  row<undefined>({
    on: 'GET /openapi.json',
    read: () => undefined,
    effect: (_input, deal) =>
      ok({
        openapi: '3.1.0',
        info: { title: 'Quarry', version: '1.0.0' },
        servers: [{ url: deal.ask.origin }],
        components: { securitySchemes: { x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE' } } },
        paths: paths(),
      }),
  }),
  row<undefined>({
    on: 'GET /.well-known/x402',
    read: () => undefined,
    effect: (_input, deal) =>
      ok({
        version: 1,
        x402Version: 2,
        resources: shown()
          .filter((line) => line.price !== undefined)
          .map((line) => `${deal.ask.origin}${pathOf(line)}`),
        description: 'Every paid resource answers an unpaid request with its exact requirements.',
      }),
  }),
];
