import type { Family, Outcome, Run } from '../check.ts';
import type { ErrorEntry, Operation } from '../contract.ts';
import { mistakesOf } from '../errors/mistakes.ts';
import { observe } from '../errors/observe.ts';
import { provoke, refusedOrServed } from '../errors/provoke.ts';
import { NotTestable } from '../interruption.ts';
import { isShown } from '../requests/answers.ts';
import { benchOf } from '../requests/bench.ts';
import { needExample } from '../requests/verdicts.ts';
import { judgeLimited } from './limit.ts';

/**
 * Errors of operations: brought about where the spec says how, else read off the answers of the run.
 *
 * All of them run alone, and after everything else, so that there are answers to read.
 */
export const errorFamily: Family = {
  kind: 'error',
  alone: () => true,
  async check(rule, run) {
    const entry = run.contract.errors[rule.subject ?? ''];
    if (!entry || !rule.operation) return { verdict: 'error', detail: `There is no error "${rule.subject}".` };
    const operation = run.operation(rule.operation);
    if (!isShown(operation)) await needExample(benchOf(run), operation);
    const how = entry.provoke;
    if (how && (how.hosts?.includes(run.contract.host.id) ?? true)) {
      const provoked = await provoke(run, operation, entry, how);
      if (provoked) return provoked;
    }
    const limit = run.contract.limits.find(
      ({ error, operations }) => error === entry.id && operations.includes(operation.id),
    );
    return limit ? judgeLimited(run, limit, operation, entry) : readOff(run, operation, entry);
  },
};

/** Reads the answers so far, then makes the usual mistakes until one of them is answered with the error. */
async function readOff(run: Run, operation: Operation, entry: ErrorEntry): Promise<Outcome> {
  const seen = observe(run, operation, entry);
  if (seen) return seen;
  for (const mistake of mistakesOf(run, operation)) {
    await refusedOrServed(run, mistake);
    const outcome = observe(run, operation, entry);
    if (outcome) return outcome;
  }
  throw new NotTestable('No answer of this run was this error, and none of the usual mistakes brings it about.');
}
