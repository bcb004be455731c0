import { compareRules, ruleProof } from '../../engines/rules/compare-rules.ts';
import { defineKind } from '../../kind.ts';

export const conditionAdded = defineKind({
  id: 'condition-added',
  scope: 'condition',
  when: 'added',
  title: 'A rule across fields is new',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller whose request keeps the schema and breaks the rule is refused; a deployment that accepts it breaks the rule',
  advice: 'Keep the rule in every request',
  *find(condition, context) {
    const compared = compareRules([condition], context);
    if (compared && !compared.lost && !compared.gained) yield { same: ['*'], by: compared.by };
    else
      yield {
        sentence: `A request must keep the rule \`${condition.id}\`: ${condition.summary}`,
        ...(compared?.lost && ruleProof(compared.lost, 'before', context)),
      };
  },
  example: {
    edit: {
      'operations/text/translate.yaml': [
        'rules:\n',
        'rules:\n  - { rule: no-echo, summary: A text is not the code of its language, must: request.text != request.to, error: invalid-body, from: notes-026, violation: { body: { text: nl } } }\n',
      ],
    },
    back: ['condition-removed'],
  },
});
