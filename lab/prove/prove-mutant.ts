import { startGateway } from '#gateway/start.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { excuse } from './equivalence/excuse.ts';
import { realise } from './realise/all.ts';
import type { Side } from './realise/pair.ts';
import { kinOf, nearRules, type Subject, tryOut, tryWitnesses, witnessesOf } from './trial.ts';
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

async function fateOf(right: Side, target: string | undefined, mutant: Mutant): Promise<Fate> {
  const { contract } = right;
  const { rule, others = [] } = mutant;
  const excused = excuse(right, mutant);
  const witnesses = excused?.fate === 'open' ? witnessesOf(contract, rule) : [];
  if (excused && witnesses.length === 0) return excused;
  const realised = await realise(right, mutant);
  const start: Subject['start'] = (options, alter) => startGateway(options, (parts) => alter(realised.alter(parts)));
  try {
    // What nobody is held to may break more than itself.
    if (excused) return (await tryWitnesses({ contract, target }, { rule, start }, witnesses)) ?? excused;
    const fate = await tryOut(
      { contract, target },
      {
        ...{ rule, others, level: rule.level, start },
        // An expectation of a story is read off that story alone.
        last: rule.kind === 'scenario' ? [rule] : [...new Set([...kinOf(contract, rule), ...others])],
        // Beside payments others than its own would be counted.
        first: rule.level === 'free' ? [rule, ...nearRules(contract, rule)] : [rule],
      },
    );
    if (fate.fate !== 'survived') return fate;
    const open = fate.detail.startsWith('not-testable') ? undecidable(contract, mutant) : undefined;
    return open === undefined ? fate : { fate: 'open', reason: open };
  } catch (error) {
    return { fate: 'survived', detail: `The run broke: ${error instanceof Error ? error.message : error}`, also: [] };
  } finally {
    realised.restore();
  }
}
