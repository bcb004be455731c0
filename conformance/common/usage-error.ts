import { closestMatch } from 'leven';

/** A run cannot start: an invalid argument, a missing secret, or an unusable target. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Ends a sentence with the known name nearest to a wrong one: ` Did you mean "base"?`; empty when none is near. */
export function suggest(wrong: string, known: readonly string[]): string {
  const byLowerCase = new Map(known.map((name) => [name.toLowerCase(), name]));
  const maxDistance = Math.floor(Math.max(2, wrong.length / 3));
  const match = closestMatch(wrong.toLowerCase(), [...byLowerCase.keys()], { maxDistance });
  return match === undefined ? '' : ` Did you mean "${byLowerCase.get(match)}"?`;
}
