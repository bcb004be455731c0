import { compareRules, ruleProof } from '../../engines/rules/compare-rules.ts';
import { defineKind } from '../../kind.ts';

export const conditionRemoved = defineKind({
  id: 'condition-removed',
  scope: 'condition',
  when: 'removed',
  title: 'A rule across fields is gone',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'breaking' },
  reason:
    'What callers send is still accepted; a deployment that refuses what is now allowed breaks the rule; the rule can no longer be named',
  advice: 'Accept what it refused',
  *find(condition, context) {
    const compared = compareRules([condition], context);
    if (compared && !compared.lost && !compared.gained) yield { same: ['*'], by: compared.by };
    else
      yield {
        sentence: `A request need not keep the rule \`${condition.id}\` any more: ${condition.summary}`,
        ...(compared?.gained && ruleProof(compared.gained, 'after', context)),
      };
  },
  example: {
    given: {
      'operations/text/translate.yaml': [
        'rules:\n',
        'rules:\n  - { rule: no-echo, summary: A text is not the code of its language, must: request.text != request.to, error: invalid-body, from: notes-026, violation: { body: { text: nl } } }\n',
      ],
    },
    edit: {
      'operations/text/translate.yaml': [
        '  - { rule: no-echo, summary: A text is not the code of its language, must: request.text != request.to, error: invalid-body, from: notes-026, violation: { body: { text: nl } } }\n',
        '',
      ],
    },
    back: ['condition-added'],
  },
});
