/** Finds the paid routes of a seller in its OpenAPI description and its manifest. */

import { isObject } from '@tollwright/runtime/values/json';
import { readUsd } from '../calls/challenge.ts';
import { fieldsOf, valueAt } from '../common/json.ts';
import type { Client } from '../http/client.ts';
import { NoResponse } from '../http/interruption.ts';
import { sendPatiently } from './patience.ts';
import { jsonBody, routeName, type SellerRoute, withBody } from './routes.ts';
import { sampleOfSchema } from './samples.ts';
import type { Standard } from './standard.ts';

/** The documents of a seller; `undefined` for one that it does not have. */
export interface SellerDocuments {
  readonly description: unknown;
  readonly manifest: unknown;
}

/** Reads the documents of a seller, and finds its routes in them. */
export async function discoverRoutes(
  client: Client,
  mount: string,
  paths: Standard['documents'],
): Promise<readonly SellerRoute[]> {
  return routesIn(await readDocuments(client, mount, paths), client, mount);
}

/** Reads the documents of a seller. */
export async function readDocuments(
  client: Client,
  mount: string,
  paths: Standard['documents'],
): Promise<SellerDocuments> {
  const [description, manifest] = await Promise.all([
    readJson(client, mount + paths.description),
    readJson(client, mount + paths.manifest),
  ]);
  return { description, manifest };
}

/** The routes of documents. Routes that both name are joined; the client asks for methods that no document names. */
export async function routesIn(
  { description, manifest }: SellerDocuments,
  client: Client,
  mount: string,
): Promise<readonly SellerRoute[]> {
  const described = describedRoutes(description, mount);
  const joined = new Map(described.map((route) => [routeName(route), route]));
  for (const route of listedRoutes(manifest)) {
    const known = joined.get(routeName(route)) ?? (route.method === anyMethod ? byPath(described, route) : undefined);
    const found = known ?? withBody({ ...route, method: await methodOf(client, route) }, undefined);
    joined.set(routeName(found), { ...found, ...(route.accepts && { accepts: route.accepts }) });
  }
  return [...joined.values()];
}

/** The method of a route: `POST` where a manifest names none and the route does not sell `GET`. */
async function methodOf(client: Client, { method, path }: SellerRoute): Promise<string> {
  if (method !== anyMethod) return method;
  const { status } = await client.exchange({ method: 'GET', path, headers: {} });
  return status === 404 || status === 405 ? 'POST' : 'GET';
}

/** Stands for the method of a route that a manifest lists by its URL alone. */
const anyMethod = '*';

function byPath(routes: readonly SellerRoute[], { path }: SellerRoute): SellerRoute | undefined {
  return routes.find((route) => route.path.split('?')[0] === path.split('?')[0]);
}

/** A document as JSON; `undefined` where the seller does not have it. */
async function readJson(client: Client, path: string): Promise<unknown> {
  const headers = { accept: 'application/json' };
  try {
    const { status, json } = await sendPatiently(client, { method: 'GET', path, headers });
    return status === 200 ? json : undefined;
  } catch (error) {
    if (error instanceof NoResponse) return undefined;
    throw error;
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of a description with `x-payment-info`. */
function describedRoutes(description: unknown, mount: string): readonly SellerRoute[] {
  const base = basePath(valueAt(description, '/servers/0/url')) ?? mount;
  return Object.entries(fieldsOf(valueAt(description, '/paths'))).flatMap(([template, item]) =>
    methods.flatMap((method) => {
      const operation = fieldsOf(fieldsOf(item)[method]);
      const info = operation['x-payment-info'];
      if (!isObject(info)) return [];
      const parameters = [fieldsOf(item).parameters, operation.parameters]
        .flat()
        .map((each) => resolved(each, description));
      const body = operation.requestBody === undefined ? undefined : sampleBody(operation.requestBody, description);
      const price = statedPrice(info.price);
      return {
        method: method.toUpperCase(),
        path: base + filledPath(template, parameters, description),
        template,
        ...(body && { body }),
        ...(price && { price }),
      };
    }),
  );
}

/** An object of a description, where it may stand as a reference. */
function resolved(value: unknown, description: unknown): Readonly<Record<string, unknown>> {
  const { $ref } = fieldsOf(value);
  return fieldsOf(typeof $ref === 'string' && $ref.startsWith('#/') ? valueAt(description, $ref.slice(1)) : value);
}

function filledPath(
  template: string,
  parameters: readonly Readonly<Record<string, unknown>>[],
  description: unknown,
): string {
  const sampleOf = (parameter: Readonly<Record<string, unknown>> | undefined) =>
    String(parameter?.example ?? sampleOfSchema(parameter?.schema, description) ?? '1');
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(sampleOf(parameters.find((each) => each.in === 'path' && each.name === name))),
  );
  const required = parameters.filter((each) => each.in === 'query' && each.required === true);
  const query = new URLSearchParams(Object.fromEntries(required.map((each) => [each.name, sampleOf(each)])));
  return query.size > 0 ? `${path}?${query}` : path;
}

function sampleBody(requestBody: unknown, description: unknown): SellerRoute['body'] {
  const media = fieldsOf(valueAt(resolved(requestBody, description), '/content/application~1json'));
  if (Object.keys(media).length === 0) return undefined;
  const [first] = Object.values(fieldsOf(media.examples));
  return jsonBody(media.example ?? fieldsOf(first).value ?? sampleOfSchema(media.schema, description) ?? {});
}

function basePath(server: unknown): string | undefined {
  if (typeof server !== 'string' || !URL.canParse(server, 'http://seller')) return undefined;
  return new URL(server, 'http://seller').pathname.replace(/\/$/, '');
}

function statedPrice(price: unknown): SellerRoute['price'] {
  const { amount, min = amount, max = amount, currency } = fieldsOf(price);
  const [low, high] = [readUsd(min), readUsd(max)];
  return currency === 'USD' && low !== undefined && high !== undefined ? { min: low, max: high } : undefined;
}

/** The resources of a manifest: URLs alone, or with their method and requirements. */
function listedRoutes(manifest: unknown): readonly SellerRoute[] {
  const { items, resources } = fieldsOf(manifest);
  const full = Array.isArray(items) ? items.filter(isObject) : [];
  const detailed = full.flatMap(({ resource, method: own, accepts }) => {
    const { url, method = own } = typeof resource === 'string' ? { url: resource } : fieldsOf(resource);
    const route = routeAt(url, typeof method === 'string' ? method : anyMethod);
    return route ? [{ ...route, ...(Array.isArray(accepts) && { accepts: accepts.filter(isObject) }) }] : [];
  });
  if (detailed.length > 0) return detailed;
  return (Array.isArray(resources) ? resources : []).flatMap((url) => routeAt(url, anyMethod) ?? []);
}

function routeAt(url: unknown, method: string): SellerRoute | undefined {
  if (typeof url !== 'string' || !URL.canParse(url, 'http://seller')) return undefined;
  const { pathname, search } = new URL(url, 'http://seller');
  // A template is no route: descriptions say what its parameters are.
  return /%7B/i.test(pathname) ? undefined : { method, path: pathname + search };
}
