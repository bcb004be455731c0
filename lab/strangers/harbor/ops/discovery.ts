/** The x402 resource list and the OpenAPI description, both made from the operations that are served. */

import { CRYPTO_ENDPOINTS, verbOf } from '../data/crypto.ts';
import type { Operation } from '../flow.ts';
import { free } from '../flow.ts';
import type { Gateway } from '../gateway.ts';
import { type HostName, SEGMENTS } from '../hosts.ts';
import { type Dict, usd } from '../http.ts';

function shown(template: string): string {
  return template.replace(/\{(\w+)\*?\}/g, (whole, key: string) => {
    const vendor = SEGMENTS[key as keyof typeof SEGMENTS];
    return vendor ?? whole.replace('*', '');
  });
}

/** Every path to be shown, with its method; the crypto-data tail is written out. */
function entries(gateway: Gateway): { method: string; path: string; operation: Operation }[] {
  return gateway.operations
    .filter((operation) => !operation.hidden)
    .flatMap((operation) => {
      const path = shown(operation.template);
      if (operation.template.includes('{endpoint*}')) {
        return CRYPTO_ENDPOINTS.map((endpoint) => ({
          operation,
          method: verbOf(endpoint),
          path: path.replace('{endpoint}', endpoint),
        }));
      }
      return operation.methods.map((method) => ({ operation, method, path }));
    });
}

function describe(operation: Operation, host: HostName, scheme: string): Dict {
  const body: Dict = { summary: operation.summary, responses: { '200': { description: 'Served' } } };
  if (operation.range === undefined) return body;
  const [min, max] = (host === 'arc' ? operation.arcRange : undefined) ?? operation.range;
  const price: Dict =
    min === max
      ? { mode: 'fixed', currency: 'USD', amount: usd(min) }
      : { mode: 'dynamic', currency: 'USD', min: usd(min), max: usd(max) };
  return {
    ...body,
    security: [{ [scheme]: [] }],
    'x-payment-info': { price, protocols: [{ x402: {} }] },
    responses: { '200': { description: 'Served' }, '402': { description: 'Payment Required' } },
  };
}

export const discoveryOperations = [
  free({ template: '/.well-known/x402', summary: 'x402 resources' }, ({ gateway, req }) => {
    const origin = `http://${req.headers.host ?? 'localhost'}`;
    const paths = entries(gateway).filter(({ operation }) => operation.range !== undefined);
    return {
      status: 200,
      body: {
        version: 1,
        resources: [...new Set(paths.map(({ path }) => `${origin}${path}`))],
        x402Version: 2,
        metadata: { network: gateway.host.network, asset: gateway.host.asset, payTo: gateway.host.payTo },
      },
    };
  }),
  free({ template: '/openapi.json', summary: 'This description' }, ({ gateway }) => {
    const { descriptionVersion, schemeName } = gateway.rules.details;
    const paths: { [path: string]: Dict } = {};
    for (const { method, path, operation } of entries(gateway)) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: describe(operation, gateway.host.name, schemeName) };
    }
    return {
      status: 200,
      body: {
        openapi: '3.1.0',
        info: { title: 'Harbor gateway', version: descriptionVersion },
        paths,
        components: { securitySchemes: { [schemeName]: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE' } } },
      },
    };
  }),
];
