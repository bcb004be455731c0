import { NotTestable } from '../../check/interruption.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { probe } from './probe.ts';

/** The area of the operations that enroll, and of this rule. */
const area = 'characters';

/** What was enrolled stays: no path of its operations, and nothing below one, takes DELETE. */
export const noDelete: ProtocolCheck = {
  id: `${area}.no-delete`,
  async check(run) {
    const auth = run.contract.host.auth === 'bearer' && run.level !== 'free' ? 'key' : 'none';
    const paths = run.contract.operations.filter((operation) => operation.area === area).map(({ path }) => path);
    if (paths.length === 0) throw new NotTestable('This host has nothing that enrolls.');
    // What a path names does not exist, so that nothing can be lost by asking.
    const asked = [...new Set(paths.map((path) => path.replaceAll(/\{[^}]+\}/g, `none-${run.seed}`)))];
    for (const path of asked.flatMap((each) => [each, `${each}/none-${run.seed}`])) {
      const exchange = await run.send({ ...probe('GET', path, auth), method: 'DELETE' });
      const { status } = exchange.received;
      // What a method that no operation has is answered with is open, as long as nothing is done.
      if (status >= 300) continue;
      return { verdict: 'fail', detail: `DELETE ${path} was taken.`, expected: '404 or 405', actual: status, exchange };
    }
    return { verdict: 'pass', detail: `Paths asked: ${asked.length}.` };
  },
};
