import { probe } from './probe.ts';
import type { ProtocolCheck } from './protocol-check.ts';

/** Nothing is left of a retired host: not its services, not its descriptions. */
export const retired: ProtocolCheck = {
  id: 'http.retired',
  async check(run) {
    const { prefix } = run.contract.host;
    const paths = ['/', prefix, `${prefix}/models`, '/openapi.json', '/.well-known/x402', `/retired-${run.seed}`];
    for (const path of paths) {
      for (const method of ['GET', 'POST'] as const) {
        const exchange = await run.send(probe(method, path));
        const { status } = exchange.received;
        if (status === 404) continue;
        return {
          verdict: 'fail',
          detail: `${method} ${path} on a retired host.`,
          expected: 404,
          actual: status,
          exchange,
        };
      }
    }
    return { verdict: 'pass' };
  },
};
