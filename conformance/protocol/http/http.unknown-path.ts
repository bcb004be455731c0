import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Target } from '../../target/target.ts';
import { probe } from './probe.ts';

/** An unknown path returns 404, never a challenge. */
export const unknownPath: ProtocolCheck = {
  id: 'http.unknown-path',
  async check(run) {
    const { host, operations } = run.contract;
    const name = `no-such-path-${run.seed}`;
    const auth = host.auth === 'bearer' && run.level !== 'free' ? 'key' : 'none';
    const below = operations
      .filter(({ path, closed }) => !path.includes('{') && closed === undefined)
      .map(({ path }) => `${path}/${name}`)
      .filter((path) => !operations.some((operation) => leadsTo(operation, path, run.target)));
    const paths = [`${host.prefix}/${name}`, `${host.prefix}/${name}/${name}`, `/${name}`, ...below];
    const probes = paths.flatMap((path) => (['GET', 'POST'] as const).map((method) => probe(method, path, auth)));
    const finding = await firstFinding(probes, async (invocation): Promise<Outcome | undefined> => {
      const exchange = await run.send(invocation);
      const { method, path } = invocation.operation;
      const { status } = exchange.received;
      // A host with API keys may require one before it looks at the path.
      if (status === 404 || (status === 401 && host.auth === 'bearer' && auth === 'none')) return undefined;
      // A deployment may serve more than the documents name, so a path below another may be one with a parameter.
      if (below.includes(path) && (status === 400 || status === 405)) return undefined;
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

/** Whether a path matches the template of an operation, with the segments of the target. */
function leadsTo({ template, segments }: Operation, path: string, target: Target): boolean {
  const pattern = template.split(/(\{[^}]+\})/).map((part) => {
    const name = /^\{(.+?)\+?\}$/.exec(part)?.[1];
    if (name !== undefined && !Object.hasOwn(segments, name)) return '.+';
    const text = name === undefined ? part : (target.segments[name] ?? segments[name] ?? '');
    return text.replaceAll(/[^\w/-]/g, '\\$&');
  });
  return new RegExp(`^${pattern.join('')}$`).test(path);
}
