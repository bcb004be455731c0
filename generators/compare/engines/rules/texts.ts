import type { Condition } from '../../../model/types.ts';

/** A rule as sentences show it. */
export function textOf({ when, must }: Pick<Condition, 'when' | 'must'>): string {
  return when ? `${must.text} where ${when.text}` : must.text;
}

/** Describes the response to a request that breaks a rule. */
export function describe({ error = 'the usual error', names }: Condition): string {
  return names === undefined ? `\`${error}\`` : `\`${error}\` that names \`${names}\``;
}
