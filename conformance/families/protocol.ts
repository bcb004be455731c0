import type { Family } from '../check/family.ts';
import { protocolChecks } from '../protocol/all.ts';

const checks = new Map(protocolChecks.map((check) => [check.id, check]));

/** Rules of the payment protocol and of HTTP itself: by the checks of `conformance/protocol`. */
export const protocolFamily: Family = {
  kind: 'protocol',
  alone: (rule) => checks.get(rule.id)?.alone ?? false,
  whole: (rule) => checks.get(rule.id)?.whole ?? false,
  async check(rule, run) {
    const check = checks.get(rule.id);
    return check ? check.check(run) : { verdict: 'error', detail: `There is no check for ${rule.id}.` };
  },
};
