import { effectsOf } from '../../engines/price/catalog-effects.ts';
import { longestTexts } from '../../engines/price/examples.ts';
import { ruleProof } from '../../engines/rules/compare-rules.ts';
import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const catalogEntryRestricted = defineKind({
  id: 'catalog-entry-restricted',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'Fewer requests that name an entry of a catalog are accepted',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller whose request names the entry is refused; a deployment that accepts it breaks the rule',
  advice: 'Read what an entry allows from the live catalog',
  *find(before, after, context) {
    const { columns, rules } = effectsOf(before, after, context);
    if (!rules?.lost) return;
    yield {
      sentence: `\`${after.label}\` allows less: ${listed(columns)} of the catalog differs`,
      parts: columns,
      ...ruleProof(rules.lost, 'before', rules.context),
    };
  },
  example: {
    given: longestTexts,
    edit: { 'catalogs/languages.yaml': ['0.00003", longest: 100', '0.00003", longest: 50'] },
    back: ['catalog-entry-extended'],
  },
});
