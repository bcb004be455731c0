import type { ProtocolCheck } from '../../check/family.ts';
import { probe } from './probe.ts';

/** The well-known name under which x402 hosts are discovered. */
const manifest = 'x402';

/** A retired host returns 404 for every path, at its root and under its old prefix. */
export const retired: ProtocolCheck = {
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
