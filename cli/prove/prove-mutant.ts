import type { Mutant } from '#conformance/mutants/mutant.ts';
import { startGateway } from '#gateway/start.ts';
import { equivalence } from './equivalence.ts';
import { realise } from './realise/all.ts';
import type { Side } from './realise/pair.ts';
import { kinOf, nearRules, tryOut } from './trial.ts';
import { undecidable } from './undecidable.ts';
import type { Fate, Verdict } from './verdict.ts';

/** Finds out what becomes of a mutant of a contract. */
export async function proveMutant(right: Side, target: string | undefined, mutant: Mutant): Promise<Verdict> {
  const started = performance.now();
  const { contract } = right;
  const fate = await fateOf(right, target, mutant);
  const { id, operator, rule, description } = mutant;
  const seconds = Math.round(performance.now() - started) / 1000;
  return { host: contract.host.id, id, operator, rule: rule.id, description, fate, seconds };
}

/** Measured in the trial, with every story that shows the transition. */
const unstepped =
  'This gateway takes no step of its machine there, so that the mutant is the gateway itself; a story judges the rule.';

async function fateOf(right: Side, target: string | undefined, mutant: Mutant): Promise<Fate> {
  const reason = equivalence(right, mutant);
  if (reason !== undefined) return { fate: 'equivalent', reason };
  const { contract } = right;
  const { rule } = mutant;
  const realised = await realise(right, mutant);
  try {
    const fate = await tryOut(
      { contract, target },
      {
        ...{ rule, level: rule.level, last: kinOf(contract, rule) },
        // Beside payments others than its own would be counted.
        first: rule.level === 'free' ? [rule, ...nearRules(contract, rule)] : [rule],
        start: (options, alter) => startGateway(options, (parts) => alter(realised.alter(parts))),
      },
    );
    if (fate.fate !== 'survived') return fate;
    if (realised.ignored()) return { fate: 'equivalent', reason: unstepped };
    const open = fate.detail.startsWith('not-testable') ? undecidable(contract, mutant) : undefined;
    return open === undefined ? fate : { fate: 'equivalent', reason: open };
  } catch (error) {
    return { fate: 'survived', detail: `The run broke: ${error instanceof Error ? error.message : error}`, also: [] };
  } finally {
    realised.restore();
  }
}
