import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { spread } from '../../common/spread.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import type { Target } from '../../target/target.ts';

/** A request to a path that need not belong to any operation, with the API key where `auth` says so. */
export function probe(method: Operation['method'], path: string, auth: 'none' | 'key' = 'none'): Invocation {
  return {
    operation: {
      id: 'probe',
      area: '',
      summary: 'A path that the suite calls',
      method,
      path,
      template: path,
      wide: [],
      segments: {},
      responses: [],
      auth,
      errors: [],
      conditions: [],
      ensures: [],
      example: {},
      from: [],
      status: 'derived',
    },
    ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
  };
}

/** An unknown path returns 404, never a challenge. */
const unknownPath: ProtocolCheck = {
  id: 'http.unknown-path',
  async check(run) {
    const { host, operations } = run.contract;
    const name = `no-such-path-${run.seed}`;
    const auth = host.auth === 'bearer' && run.level !== 'free' ? 'key' : 'none';
    const open = operations.filter(({ path, closed }) => !path.includes('{') && closed === undefined);
    const below = someOfEachSection(
      [...new Map(open.map(({ path, method }) => [path, method]))].map(([path, method]) => ({
        path: `${path}/${name}`,
        method,
      })),
      host.prefix,
    );
    const anywhere = [`${host.prefix}/${name}`, `${host.prefix}/${name}/${name}`, `/${name}`].flatMap((path) =>
      (['GET', 'POST'] as const).map((method) => ({ path, method })),
    );
    const probes = [
      ...[...anywhere, ...placesOfOrders(operations), ...spread(below, 8 * run.samples)]
        .filter(({ path }) => !operations.some((operation) => leadsTo(operation, path, run.target)))
        .map(({ path, method }) => probe(method, path, auth)),
      ...spread(underOtherSegments(operations, name, auth), 8 * run.samples),
    ];
    const finding = await firstFinding(probes, async (invocation): Promise<Outcome | undefined> => {
      const exchange = await run.send(invocation);
      const { method, path } = invocation.operation;
      const { status } = exchange.received;
      // A host with API keys may require one before it looks at the path.
      if (status === 404 || (status === 401 && host.auth === 'bearer' && auth === 'none')) return undefined;
      // A deployment may serve more than the documents name, so a path below another may be one with a parameter.
      if (!anywhere.some((each) => each.path === path) && (status === 400 || status === 405)) return undefined;
      return {
        verdict: 'fail',
        detail: `Unknown path must return 404: ${method} ${path}.`,
        expected: 404,
        actual: status,
        exchange,
      };
    });
    return finding ?? { verdict: 'pass' };
  },
};

/** Paths of one section that are requested. */
const maxOfSection = 2;

/** Some of the paths that begin alike below a prefix: one part of a gateway usually answers all of them. */
function someOfEachSection<T extends { readonly path: string }>(paths: readonly T[], prefix: string): readonly T[] {
  const sections = Map.groupBy(paths, ({ path }) => path.replace(prefix, '').split('/')[1]);
  return [...sections.values()].flatMap((own) => spread(own, maxOfSection));
}

/** The examples of operations under another segment than that of their vendor: each placeholder stands for one. */
function underOtherSegments(
  operations: readonly Operation[],
  name: string,
  auth: 'none' | 'key',
): readonly Invocation[] {
  const fixed = operations.filter(({ segments, closed }) => closed === undefined && Object.keys(segments).length > 0);
  return fixed.map((operation) => {
    const { body, query, params = {} } = sampleOf(operation);
    const path = operation.template.replaceAll(/\{([^}]+?)\+?\}/g, (_, key: string) =>
      Object.hasOwn(operation.segments, key) ? name : String(params[key] ?? 'x'),
    );
    const call = probe(operation.method, path, auth);
    return { ...call, ...(body !== undefined && { body }), ...(query && { query }) };
  });
}

/** Where orders would be placed: beside each order book, which can only be read (media-0914). */
function placesOfOrders(operations: readonly Operation[]): readonly { path: string; method: 'POST' }[] {
  const books = operations.flatMap(({ path }) => (path.endsWith('/orderbooks') ? path : []));
  return books.flatMap((path) =>
    ['order', 'orders'].map((name) => ({ path: path.replace(/[^/]+$/, name), method: 'POST' as const })),
  );
}

/** True for a path that matches the template of an operation with the segments of the target. */
function leadsTo({ template, segments }: Operation, path: string, target: Target): boolean {
  const pattern = template.split(/(\{[^}]+\})/).map((part) => {
    const name = /^\{(.+?)\+?\}$/.exec(part)?.[1];
    if (name !== undefined && !Object.hasOwn(segments, name)) return '.+';
    const text = name === undefined ? part : (target.segments[name] ?? segments[name] ?? '');
    return text.replaceAll(/[^\w/-]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('')}$`).test(path);
}

/** Paths that are requested with a trailing slash as well. */
const slashedPaths = 4;

/** The host does not serve its paths under an absent prefix, which would hide mistakes of clients. */
const absentPrefix: ProtocolCheck = {
  id: 'http.absent-prefix',
  async check(run) {
    const { host, operations } = run.contract;
    if (host.absent.length === 0)
      throw new NotTestable('open', 'The documents name no prefix that this host must not serve.');
    const probes = host.absent.flatMap((prefix) => {
      const named = operations
        .filter(({ path }) => path.startsWith(`${host.prefix}/`))
        .map(({ method, path }) => ({ method, path: path.slice(host.prefix.length).replaceAll(/\{[^}]*\}/g, 'x') }));
      // Whatever serves a path answers every method with a status of its own, such as 405.
      const paths = [...new Map(named.map((each) => [each.path, each])).values()];
      const bare = someOfEachSection(paths, '').map(({ method, path }) => probe(method, prefix + path));
      // Where one operation is absent, nothing below its path is likely to be served.
      const below = prefix.startsWith(`${host.prefix}/`) ? spread(bare, slashedPaths) : bare;
      const slashed = spread(bare, slashedPaths).map(({ operation: { method, path } }) => probe(method, `${path}/`));
      return [
        ...[probe('GET', prefix), probe('POST', prefix), ...below].map((invocation) => ({
          invocation,
          isSlashed: false,
        })),
        ...slashed.map((invocation) => ({ invocation, isSlashed: true })),
      ];
    });
    const chosen = spread(probes, 4 * run.samples);
    const finding = await firstFinding(chosen, async ({ invocation, isSlashed }): Promise<Outcome | undefined> => {
      const exchange = await run.send(invocation);
      const { status } = exchange.received;
      // A path with a trailing slash may redirect to the path without it, which has its own request.
      if (status === 404 || (status > 300 && status < 400 && isSlashed)) return undefined;
      const { method, path } = invocation.operation;
      return {
        verdict: 'fail',
        detail: `${method} ${path} must return 404.`,
        expected: 404,
        actual: status,
        exchange,
      };
    });
    return finding ?? { verdict: 'pass' };
  },
};

/** The well-known name under which x402 hosts are discovered. */
const manifest = 'x402';

/** A retired host returns 404 for every path, at its root and under its old prefix. */
const retired: ProtocolCheck = {
  id: 'http.retired',
  async check(run) {
    const { prefix } = run.contract.host;
    const name = `retired-${run.seed}`;
    const paths = ['/', prefix, `${prefix}/models`, `${prefix}/${name}`, `/.well-known/${manifest}`, `/${name}`];
    for (const path of paths) {
      for (const method of ['GET', 'POST'] as const) {
        const exchange = await run.send(probe(method, path));
        const { status } = exchange.received;
        if (status === 404) continue;
        return {
          verdict: 'fail',
          detail: `${method} ${path} must return 404 on a retired host.`,
          expected: 404,
          actual: status,
          exchange,
        };
      }
    }
    return { verdict: 'pass' };
  },
};

/** The checks of paths that a host does not serve. */
export const pathChecks: readonly ProtocolCheck[] = [unknownPath, absentPrefix, retired];
