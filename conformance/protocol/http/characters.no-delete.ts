import type { ProtocolCheck } from '../../check/family.ts';
import { NotTestable } from '../../http/interruption.ts';
import { probe } from './probe.ts';

/** The area of the operations that enroll, and of this rule. */
const area = 'characters';

/** Enrolled characters cannot be deleted: no path of their operations, and none below one, accepts DELETE. */
export const noDelete: ProtocolCheck = {
  id: `${area}.no-delete`,
  async check(run) {
    const auth = run.contract.host.auth === 'bearer' && run.level !== 'free' ? 'key' : 'none';
    const paths = run.contract.operations.filter((operation) => operation.area === area).map(({ path }) => path);
    if (paths.length === 0) throw new NotTestable('This host has no operation that enrolls characters.');
    // The resources of these paths do not exist, so nothing can be deleted.
    const called = [...new Set(paths.map((path) => path.replaceAll(/\{[^}]+\}/g, `none-${run.seed}`)))];
    for (const path of called.flatMap((each) => [each, `${each}/none-${run.seed}`])) {
      const exchange = await run.send({ ...probe('GET', path, auth), method: 'DELETE' });
      const { status } = exchange.received;
      // The documents leave open which status an unsupported method gets.
      if (status >= 300) continue;
      return {
        verdict: 'fail',
        detail: `DELETE ${path} was accepted.`,
        expected: '404 or 405',
        actual: status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Paths called: ${called.length}.` };
  },
};
