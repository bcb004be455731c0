import { at } from '../model/spec.ts';
import type { Check } from './context.ts';

/** Checks that the rule ids of an operation or scenario are unique. */
export const checkRules: Check = ({ spec, diagnostics }) => {
  for (const kind of ['operation', 'scenario'] as const) {
    for (const entry of spec.all(kind).values()) {
      const lists =
        'expects' in entry.value
          ? { expects: entry.value.expects }
          : { rules: entry.value.rules, ensures: entry.value.ensures };
      for (const [list, rules] of Object.entries(lists)) {
        const seen = new Set<string>();
        for (const [index, { rule }] of (rules ?? []).entries()) {
          if (seen.has(rule)) diagnostics.report('rule-duplicate', at(entry, [list, index, 'rule']), rule);
          seen.add(rule);
        }
      }
    }
  }
};
