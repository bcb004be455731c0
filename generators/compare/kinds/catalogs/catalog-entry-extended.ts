import { effectsOf } from '../../engines/price/catalog-effects.ts';
import { longestTexts } from '../../engines/price/examples.ts';
import { ruleProof } from '../../engines/rules/compare-rules.ts';
import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const catalogEntryExtended = defineKind({
  id: 'catalog-entry-extended',
  scope: 'catalog-entry',
  when: 'changed',
  title: 'More requests that name an entry of a catalog are accepted',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  advice: 'Read what an entry allows from the live catalog',
  *find(before, after, context) {
    const { columns, rules } = effectsOf(before, after, context);
    if (!rules?.gained || rules.lost) return;
    yield {
      sentence: `\`${after.label}\` allows more: ${listed(columns)} of the catalog differs`,
      parts: columns,
      ...ruleProof(rules.gained, 'after', rules.context),
    };
  },
  example: {
    given: longestTexts,
    edit: { 'catalogs/languages.yaml': ['0.00003", longest: 100', '0.00003", longest: 200'] },
    back: ['catalog-entry-restricted'],
  },
});
