import type { Mutant } from '#conformance/mutants/mutant.ts';
import { equivalence } from './equivalence.ts';
import { realise } from './realise/all.ts';
import type { Side } from './realise/pair.ts';
import { tryOut } from './trial.ts';
import type { Fate, Verdict } from './verdict.ts';

/** Finds out what becomes of a mutant of a contract. */
export async function proveOne(right: Side, mutant: Mutant): Promise<Verdict> {
  const started = performance.now();
  const { contract } = right;
  const fate = await fateOf(right, mutant);
  const { id, operator, rule, description } = mutant;
  const seconds = Math.round(performance.now() - started) / 1000;
  return { host: contract.host.id, id, operator, rule: rule.id, description, fate, seconds };
}

async function fateOf(right: Side, mutant: Mutant): Promise<Fate> {
  const reason = equivalence(right, mutant);
  if (reason !== undefined) return { fate: 'equivalent', reason };
  const realised = await realise(right, mutant);
  try {
    return await tryOut(right.contract, { rule: mutant.rule, alter: realised.alter });
  } catch (error) {
    return { fate: 'survived', detail: `The run broke: ${error instanceof Error ? error.message : error}`, also: [] };
  } finally {
    realised.restore();
  }
}
