import { compareRules, ruleProof } from '../../engines/rules/compare-rules.ts';
import { textOf } from '../../engines/rules/texts.ts';
import { defineKind } from '../../kind.ts';

export const conditionTightened = defineKind({
  id: 'condition-tightened',
  scope: 'condition',
  when: 'changed',
  title: 'A rule across fields refuses more',
  parts: ['when', 'must'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller whose request keeps the schema and breaks the rule is refused; a deployment that accepts it breaks the rule',
  advice: 'Keep the rule in every request',
  *find(before, after, context) {
    const compared = compareRules([before, after], context);
    if (!compared) return;
    if (!compared.lost && !compared.gained) yield { same: ['when', 'must'], by: compared.by };
    else if (compared.lost)
      yield {
        sentence: `The rule \`${after.id}\` refuses ${compared.gained ? 'other requests' : 'more'}: \`${textOf(after)}\` instead of \`${textOf(before)}\``,
        ...ruleProof(compared.lost, 'before', context),
      };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['characters(request.text) <= 500', 'characters(request.text) <= 100'] },
    back: ['condition-loosened'],
  },
});
