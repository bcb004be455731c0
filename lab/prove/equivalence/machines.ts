import type { Contract, Transition } from '#conformance/contract/contract.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';

/** Effects other than settling change nothing when they happen again, nor releases of a payment when they do not happen. */
export function doneOnce(right: Contract, { contract, rule }: Mutant): string | undefined {
  const find = ({ machines }: Contract) =>
    Object.values(machines).flatMap(({ transitions }) => transitions.filter(({ id }) => id === rule.id));
  const [before, after] = [find(right)[0], find(contract)[0]];
  const settles = (effect: string) => effect.startsWith('settle');
  if (!before) return undefined;
  if (!after) {
    const [from, ...others] = before.from;
    const idle = others.length === 0 && from === before.to && !before.effects.some(settles);
    return idle ? 'It ends in the state where it begins and charges nothing, so that no client can see it.' : undefined;
  }
  if (after.on !== before.on) return undefined;
  if (after.to !== before.to) return sameState(right, before.to, after.to);
  const more = after.effects.filter((effect, index) => after.effects.indexOf(effect) !== index);
  if (more.length > 0 && !more.some(settles)) {
    return 'A release cannot happen twice, so that doing it twice is doing it once.';
  }
  const fewer = before.effects.filter((effect) => !after.effects.includes(effect));
  if (right.host.auth === 'x402' && fewer.length > 0 && fewer.every((effect) => effect === 'release')) {
    return 'Nothing is charged either way; the documents leave open whether an authorization may be reused.';
  }
  return undefined;
}

/** States that no response distinguishes, or of which one may follow the other at once. */
function sameState({ machines, rules }: Contract, one: string, other: string): string | undefined {
  const machine = Object.values(machines).find(
    ({ states }) => Object.hasOwn(states, one) && Object.hasOwn(states, other),
  );
  if (!machine || machine.reads.state !== undefined) return undefined;
  const isOpen = ({ id }: Transition) => rules.find((rule) => rule.id === id)?.tier === 'none';
  const followed = machine.transitions.filter((each) => each.from.includes(one) && isOpen(each)).map(({ to }) => to);
  const ends = (state: string) => machine.states[state]?.final === true;
  if (![one, ...followed].some((state) => state === other || (ends(state) && ends(other)))) return undefined;
  return 'No response shows which of the two final states it is, or the documents leave open when one follows the other.';
}
