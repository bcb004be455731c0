/** The specification that is written for a seller: the x402 standard with its network, its wallet and its prices. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dump } from 'js-yaml';
import { type Contract, readContract } from '#conformance/contract/contract.ts';
import { emitWith } from '#generators/emit.ts';
import { contract } from '#generators/emitters/contract.ts';
import { pascalCase } from '#generators/emitters/typescript/names.ts';
import type { Model } from '#generators/model/types.ts';
import { readSpec } from '#generators/read.ts';
import { network, requestsInSecond, type SoldRoute, type SoldService } from './services.ts';

/** Reads the specification of a service and returns its contract. Throws where `check` finds a mistake. */
export async function contractOf(service: SoldService, payTo: string): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-seller-'));
  try {
    await write(join(folder, 'spec'), specificationOf(service, payTo));
    const { model, diagnostics } = await readSpec(join(folder, 'spec'));
    if (!model || diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
    return await emitted(model, folder, service.name);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function emitted(model: Model, folder: string, host: string): Promise<Contract> {
  const files = await emitWith([contract], model);
  await write(folder, Object.fromEntries(files.map(({ path, text }) => [path, text])));
  return readContract(pathToFileURL(join(folder, 'contracts', `${host}.json`)));
}

async function write(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === 'string' ? content : dump(content));
  }
}

/** The files of the specification by their paths. */
function specificationOf(service: SoldService, payTo: string): Readonly<Record<string, unknown>> {
  const { name, routes } = service;
  return {
    'extends.yaml': { extends: 'tollwright/x402' },
    'service.yaml': { service: name, title: name, version: '1.0.0', description: `Sells ${name}.`, documents: {} },
    [`hosts/${name}.yaml`]: {
      ...{ host: name, title: name, group: 'per-call', auth: 'x402', prefix: '' },
      ...{ payment: { network: 'base', window: 60 }, settlement: { payee: payTo } },
    },
    'networks/base.yaml': {
      ...{ network: 'base', caip2: network },
      asset: {
        ...{ symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 },
        domain: { name: 'USD Coin', version: '2' },
      },
    },
    'errors/own.yaml': {
      errors: {
        'invalid-json': { http: 400, summary: 'The body is not JSON', charged: false },
        'invalid-body': { http: 422, summary: 'The body is not valid', charged: false },
        'too-often': {
          ...{ http: 429, summary: 'Too many requests', charged: false },
          headers: { 'Retry-After': { type: 'string', pattern: '^1$' } },
        },
      },
    },
    'limits/own.yaml': {
      limits: {
        requests: {
          ...{ summary: 'Requests in a second', operations: routes.map(idOf), count: requestsInSecond, window: 1 },
          ...{ key: 'ip', shared: true, error: 'too-often' },
        },
      },
    },
    'schemas/own.yaml': { schemas: Object.fromEntries(routes.flatMap(schemasOf)) },
    ...Object.fromEntries(routes.flatMap((route) => Object.entries(filesOf(service, route)))),
  };
}

/** The operation of a route, and its price. */
function filesOf({ name, largest }: SoldService, route: SoldRoute): Readonly<Record<string, unknown>> {
  const { method, path, amount, description, body } = route;
  const [id, usd] = [idOf(route), (Number(amount) / 1e6).toString()];
  return {
    [`operations/${name}/${id}.yaml`]: {
      ...{ operation: id, area: name, summary: description, http: `${method} ${path}` },
      ...(body && { body: { schema: schemaOf(route, 'Request'), largest, validates: { when: 'unknown' } } }),
      responses: { 200: { schema: schemaOf(route, 'Response'), description } },
      price: id,
      errors: ['too-often', ...(body ? ['invalid-json', 'invalid-body'] : [])],
      example: body ? { body } : {},
    },
    [`prices/${id}.yaml`]: {
      ...{ price: id, kind: 'quoted', summary: `One price for each call`, inputs: {}, formula: usd },
      ...{ breakdown: { call: usd }, rounding: 'up' },
    },
  };
}

function schemasOf(route: SoldRoute): readonly (readonly [string, unknown])[] {
  const { schema, answer } = route;
  return [
    ...(schema ? [[schemaOf(route, 'Request'), schema] as const] : []),
    [schemaOf(route, 'Response'), { type: 'object', required: [answer], properties: { [answer]: { type: 'string' } } }],
  ];
}

function schemaOf(route: SoldRoute, part: 'Request' | 'Response'): string {
  return pascalCase(idOf(route)) + part;
}

function idOf({ path }: SoldRoute): string {
  return path.slice(1).replaceAll('/', '-');
}
