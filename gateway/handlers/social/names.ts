import { distinct, withoutPrefix } from '@tollwright/runtime/values/json';

/** The most names of one lookup. */
const mostNames = 100;

/** The names of a lookup as its price counts them: distinct, without the leading @, up to the limit. */
export function namesOf(usernames: string | readonly string[]): readonly string[] {
  const given = typeof usernames === 'string' ? usernames.split(',') : usernames;
  return distinct(given.map(nameOf).filter((name) => name !== '')).slice(0, mostNames);
}

/** A name as the network spells it. */
export function nameOf(given: string): string {
  return withoutPrefix(given.trim(), '@').trim().toLowerCase();
}
