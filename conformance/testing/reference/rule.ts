import type { Rule } from '../../contract/contract.ts';

/** A rule of the reference contract's kind, of which a test names only what it is about. */
export function referenceRule(kind: Rule['kind'], id: string, rest: Partial<Rule> = {}): Rule {
  return {
    id,
    kind,
    tier: 'must',
    hosts: ['toll'],
    summary: '',
    level: 'controlled',
    from: [],
    status: 'stated',
    ...rest,
  };
}
