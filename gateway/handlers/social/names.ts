import { distinct, withoutPrefix } from '@tollwright/runtime/values';

/** Names that one lookup asks for at most. */
const mostNames = 100;

/** The names of a lookup as its price counts them: each once, without its mark, and no more than are looked up. */
export function namesOf(usernames: string | readonly string[]): readonly string[] {
  const given = typeof usernames === 'string' ? usernames.split(',') : usernames;
  return distinct(given.map(nameOf).filter((name) => name !== '')).slice(0, mostNames);
}

/** A name as the network knows it. */
export function nameOf(given: string): string {
  return withoutPrefix(given.trim(), '@').trim().toLowerCase();
}
