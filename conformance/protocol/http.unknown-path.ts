import { probe } from './probe.ts';
import type { ProtocolCheck } from './protocol-check.ts';

/** Whatever nobody serves is not found, and never sold. */
export const unknownPath: ProtocolCheck = {
  id: 'http.unknown-path',
  async check(run) {
    const { host } = run.contract;
    const name = `no-such-path-${run.seed}`;
    const auth = host.auth === 'bearer' && run.level !== 'free' ? 'key' : 'none';
    for (const path of [`${host.prefix}/${name}`, `${host.prefix}/${name}/${name}`, `/${name}`]) {
      for (const method of ['GET', 'POST'] as const) {
        const exchange = await run.send(probe(method, path, auth));
        const { status } = exchange.received;
        // A host with keys may ask for one before it looks at the path.
        if (status === 404 || (status === 401 && host.auth === 'bearer' && auth === 'none')) continue;
        return { verdict: 'fail', detail: `${method} ${path} is nobody's.`, expected: 404, actual: status, exchange };
      }
    }
    return { verdict: 'pass' };
  },
};
