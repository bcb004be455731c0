import { freeRead } from '../calls/free-read.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { sampleOf } from '../http/sample.ts';
import { textsWithin } from '../run/localize.ts';
import type { Difference, Part } from './moved.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Compares the descriptions of the live host, in OpenAPI and for x402 clients, with the operations of a release.
 *
 * A host under a base path may list its paths with or without it. `url` is the URL of the host.
 */
export function driftOfDescriptions(release: Contract, documents: readonly Exchange[], url: string): Part {
  const base = new URL(url).pathname.replace(/\/$/, '');
  const own: OwnPath = (path) => (path.startsWith(`${base}/`) ? path.slice(base.length) : path);
  const parts = [describe, discover].map((compare) => compare(release, documents, own));
  return {
    moved: parts.flatMap(({ moved }) => moved),
    compared: parts.reduce((sum, { compared }) => sum + compared, 0),
    unseen: parts.flatMap(({ unseen }) => unseen),
  };
}

/** The responses of free reads that take no parameter: descriptions, lists and other documents of the live host. */
export async function readDocuments(run: Run): Promise<readonly Exchange[]> {
  const free = run.contract.operations.filter(
    ({ method, path, auth, price }) => method === 'GET' && auth === 'none' && !price && !path.includes('{'),
  );
  const exchanges = await Promise.all(free.map((operation) => freeRead(run, sampleOf(operation))));
  return exchanges.flatMap((exchange) => (exchange?.received.status === 200 ? [exchange] : []));
}

/** Removes the base path of a host from a path that it lists. */
type OwnPath = (path: string) => string;

/** The operations of the live host's OpenAPI description beside those of a release. */
function describe({ operations, host }: Contract, exchanges: readonly Exchange[], own: OwnPath): Part {
  const found = exchanges.find(({ received }) => fieldsOf(received.json).openapi !== undefined);
  if (!found) return { moved: [], compared: 0, unseen: [`${host.id}: it serves no OpenAPI description.`] };
  const described = Object.entries(fieldsOf(fieldsOf(found.received.json).paths)).flatMap(([path, verbs]) =>
    methods.filter((method) => method in fieldsOf(verbs)).map((method) => `${method.toUpperCase()} ${own(path)}`),
  );
  return listed('description', 'OpenAPI', operations, described, found);
}

/** The paid resources of the live host's x402 list beside the paid operations of a release. */
function discover({ operations, host }: Contract, exchanges: readonly Exchange[], own: OwnPath): Part {
  const paid = operations.filter(({ auth }) => auth === 'payment');
  if (paid.length === 0) return { moved: [], compared: 0, unseen: [] };
  const found = exchanges.find(({ received }) => Array.isArray(fieldsOf(received.json).resources));
  if (!found) return { moved: [], compared: 0, unseen: [`${host.id}: it serves no list of x402 resources.`] };
  const paths = textsWithin(found.received.json).flatMap((text) => {
    const path = /^(?:https?:\/\/[^/]+)?(\/[^\s]+)$/.exec(text)?.[1];
    return path === undefined ? [] : [own(decodeURI(path))];
  });
  const resources = new Set(paths);
  return listed(
    'description',
    'x402 list',
    paid,
    [...resources].map((path) => `* ${path}`),
    found,
  );
}

/** Operations that one list lacks, and those that it has in addition. */
function listed(
  kind: Difference['kind'],
  list: string,
  operations: readonly Operation[],
  names: readonly string[],
  { sent }: Exchange,
): Part {
  const request = `${sent.method} ${sent.path}`;
  const wanted = operations.filter(({ closed }) => closed === undefined);
  const isNamed = (operation: Operation) => names.some((name) => covers(name, operation));
  const gone = wanted.filter((operation) => !isNamed(operation));
  const added = names.filter((name) => !operations.some((operation) => covers(name, operation)));
  return {
    compared: wanted.length,
    unseen: [],
    moved: [
      ...gone.map(({ id, method, path, from }) => ({
        kind,
        id: `${list}.${id}`,
        text: `${method} ${path} (${id}) is no longer in the ${list}.`,
        request,
        statements: from,
      })),
      ...added.map((name) => ({
        kind,
        id: `${list}.${name}`,
        text: `${name.replace('* ', '')} is new in the ${list}.`,
        request,
      })),
    ],
  };
}

/** Tells whether a method and path, as `GET /jobs/{id}`, are those of an operation, whatever their parameters are called. */
export function covers(name: string, { method, path }: Operation): boolean {
  const [verb, described = ''] = name.split(' ');
  const shape = (text: string) => text.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
  return (verb === '*' || verb === method) && shape(described) === shape(path);
}
