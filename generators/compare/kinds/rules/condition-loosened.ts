import { compareRules, ruleProof } from '../../engines/rules/compare-rules.ts';
import { textOf } from '../../engines/rules/texts.ts';
import { defineKind } from '../../kind.ts';

export const conditionLoosened = defineKind({
  id: 'condition-loosened',
  scope: 'condition',
  when: 'changed',
  title: 'A rule across fields refuses less',
  parts: ['when', 'must'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'What callers send is still accepted; a deployment that refuses what is now allowed breaks the rule',
  advice: 'Accept what it refused',
  *find(before, after, context) {
    const compared = compareRules([before, after], context);
    if (!compared?.gained || compared.lost) return;
    yield {
      sentence: `The rule \`${after.id}\` refuses less: \`${textOf(after)}\` instead of \`${textOf(before)}\``,
      ...ruleProof(compared.gained, 'after', context),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['characters(request.text) <= 500', 'characters(request.text) <= 510'] },
    back: ['condition-tightened'],
  },
});
