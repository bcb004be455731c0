import type { Mutant } from '#lab/mutants/mutant.ts';
import { applyMutant } from './apply/apply.ts';
import type { Side } from './apply/contracts.ts';
import { excuse } from './equivalence/excuse.ts';
import { leftOpen } from './left-open.ts';
import { type HostFiles, starterOf } from './task.ts';
import { nearRules, relatedRules, type Subject, tryOut, tryWitnesses, witnessesOf } from './trial.ts';
import type { Outcome, Verdict } from './verdict.ts';

/** Target file and project of a host. */
type HostSetup = Partial<Pick<HostFiles, 'target' | 'project'>>;

/** Tries a mutant of a contract. */
export async function proveMutant(right: Side, served: HostSetup, mutant: Mutant): Promise<Verdict> {
  const started = performance.now();
  const { contract } = right;
  const outcome = await outcomeOf(right, served, mutant);
  const { id, operator, rule, description } = mutant;
  const seconds = Math.round(performance.now() - started) / 1000;
  return { host: contract.host.id, id, operator, rule: rule.id, description, outcome, seconds };
}

async function outcomeOf(right: Side, { target, project }: HostSetup, mutant: Mutant): Promise<Outcome> {
  const { contract } = right;
  const { rule, others = [] } = mutant;
  const excused = excuse(right, mutant);
  const witnesses = excused?.verdict === 'open' ? witnessesOf(contract, rule) : [];
  if (excused && witnesses.length === 0) return excused;
  const applied = await applyMutant(right, mutant, project?.machines);
  const begin = await starterOf(project);
  const start: Subject['start'] = (options, alter) => begin(options, (parts) => alter(applied.alter(parts)));
  try {
    // A rule that is not asserted may break more than itself.
    if (excused) return (await tryWitnesses({ contract, target }, { rule, start }, witnesses)) ?? excused;
    const outcome = await tryOut(
      { contract, target },
      {
        ...{ rule, others, level: rule.level, start },
        // An expectation of a scenario is read off that scenario alone.
        last: rule.kind === 'scenario' ? [rule] : [...new Set([...relatedRules(contract, rule), ...others])],
        // Otherwise payments of other rules would be counted.
        first: rule.level === 'free' ? [rule, ...nearRules(contract, rule)] : [rule],
      },
    );
    if (outcome.verdict !== 'survived') return outcome;
    const open = outcome.detail.startsWith('not-testable') ? leftOpen(contract, mutant) : undefined;
    return open === undefined ? outcome : { verdict: 'open', reason: open };
  } catch (error) {
    return {
      verdict: 'survived',
      detail: `The run failed: ${error instanceof Error ? error.message : error}`,
      also: [],
    };
  } finally {
    applied.restore();
  }
}
