/** Profiles: selections of rules with a name, built in or of the target file. */

import { suggest, UsageError } from '../common/usage-error.ts';
import type { Contract } from '../contract/contract.ts';
import type { TargetFile } from '../target/target-file.ts';
import { globOf, type Selection } from './select.ts';

/** A selection of rules, and how many requests it may send. */
export interface Profile extends Pick<Selection, 'only' | 'operation' | 'area'> {
  readonly maxRequests?: number | undefined;
}

/** Profiles of every contract. A profile of the target file with the same name replaces one of them. */
const builtIn: Readonly<Record<string, Profile>> = {
  // The most telling rules, in as few requests as a deployment gets in a minute anyway.
  smoke: { maxRequests: 60 },
  prices: { only: ['*.price.*', 'quote.*', 'catalog.price*', 'catalog.pricing.*'] },
  payments: { only: ['payment.*'] },
};

/** The names of the profiles that need no target file. */
export const builtInProfiles: readonly string[] = Object.keys(builtIn);

/** A profile by its name; throws `UsageError` where there is none. */
export function profileOf(name: string, file: TargetFile, contract: Contract): Profile {
  const own = file.profiles?.[name];
  if (own) {
    const { max_requests: maxRequests, ...selection } = own;
    return { ...selection, maxRequests };
  }
  const known = builtIn[name];
  const names = [...new Set([...Object.keys(file.profiles ?? {}), ...builtInProfiles])];
  if (!known)
    throw new UsageError(`There is no profile "${name}".${suggest(name, names)} Known profiles: ${names.join(', ')}.`);
  // A contract need not have every rule that a built-in profile is about.
  const only = known.only?.filter((pattern) => contract.rules.some(({ id }) => globOf(pattern).test(id)));
  if (only?.length === 0) throw new UsageError(`This host has no rule of the profile "${name}".`);
  return { ...known, ...(only && { only }) };
}
