import { firstFinding } from '../../calls/first-finding.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { NotTestable } from '../../http/interruption.ts';
import { probe } from './probe.ts';

/** The paths of this host under a prefix that it must not serve: serving them there as well hides mistakes of clients. */
export const absentPrefix: ProtocolCheck = {
  id: 'http.absent-prefix',
  async check(run) {
    const { host, operations } = run.contract;
    if (host.absent.length === 0) throw new NotTestable('The documents name no prefix that this host must not serve.');
    const probes = host.absent.flatMap((prefix) => {
      const bare = operations
        .filter(({ path }) => path.startsWith(`${host.prefix}/`))
        .map(({ method, path }) =>
          probe(method, prefix + path.slice(host.prefix.length).replaceAll(/\{[^}]*\}/g, 'x')),
        );
      const slashed = bare.map(({ operation: { method, path } }) => probe(method, `${path}/`));
      return [
        ...[probe('GET', prefix), ...bare].map((invocation) => ({ invocation, isSlashed: false })),
        ...slashed.map((invocation) => ({ invocation, isSlashed: true })),
      ];
    });
    const finding = await firstFinding(probes, async ({ invocation, isSlashed }): Promise<Outcome | undefined> => {
      const exchange = await run.send(invocation);
      const { status } = exchange.received;
      // A path with a slash behind it may lead to the one without, which is judged by itself.
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
