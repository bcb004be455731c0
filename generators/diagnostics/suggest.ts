import { closestMatch } from 'leven';

/** Finds the candidate that a mistyped name most likely meant, in any letter case, or `undefined` when none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const byLowerCase = new Map(Array.from(candidates, (candidate) => [candidate.toLowerCase(), candidate]));
  const maxDistance = Math.max(1, Math.floor(name.length * 0.4));
  const match = closestMatch(name.toLowerCase(), [...byLowerCase.keys()], { maxDistance });
  return match === undefined ? undefined : byLowerCase.get(match);
}
