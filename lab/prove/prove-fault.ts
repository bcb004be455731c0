import { globOf } from '#conformance/run/select.ts';
import type { Alteration } from '#gateway/start.ts';
import type { Fault } from '#lab/faults/index.ts';
import { startAltered } from '#lab/toolkit/altered-gateway.ts';
import { idOfFault } from './task.ts';
import { type Deployment, tryOut } from './trial.ts';
import type { Verdict } from './verdict.ts';

const unaltered: Alteration = (parts) => parts;

/** Tries a fault in behaviour, which no change of a contract can express. */
export async function proveFault(deployment: Deployment, fault: Fault): Promise<Verdict> {
  const started = performance.now();
  const { contract } = deployment;
  const rule = contract.rules.find(({ id }) => id === fault.rule);
  if (!rule) throw new Error(`Host ${contract.host.id} has no rule ${fault.rule}.`);
  const patterns = fault.only.map(globOf);
  const last = contract.rules.filter(({ id }) => id === rule.id || patterns.some((pattern) => pattern.test(id)));
  const outcome = await tryOut(deployment, {
    // Other rules are tried only if its own rule does not find it; alone, it spends only its own payments.
    ...{ rule, level: fault.level, first: [rule], last },
    start: (options, alter) =>
      startAltered({ ...fault, alter: (parts) => (fault.alter ?? unaltered)(alter(parts)) }, options),
  });
  const seconds = Math.round(performance.now() - started) / 1000;
  return {
    ...{ host: contract.host.id, id: idOfFault(fault), operator: 'behaviour', rule: rule.id },
    ...{ description: fault.name, outcome, seconds },
  };
}
