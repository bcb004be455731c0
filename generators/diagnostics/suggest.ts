import { closestMatch } from 'leven';

/** Finds the candidate that a mistyped name most likely meant, in any letter case; `undefined` when none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const byLowerCase = new Map(Array.from(candidates, (candidate) => [candidate.toLowerCase(), candidate]));
  const maxDistance = Math.max(1, Math.floor(name.length * 0.4));
  const match = closestMatch(name.toLowerCase(), [...byLowerCase.keys()], { maxDistance });
  return match === undefined ? undefined : byLowerCase.get(match);
}

/** The sentence `Did you mean "…"?` with the nearest of some names; `undefined` when none is near. */
export function didYouMean(name: string, names: Iterable<string>): string | undefined {
  const guess = nearest(name, names);
  return guess === undefined ? undefined : `Did you mean ${JSON.stringify(guess)}?`;
}
