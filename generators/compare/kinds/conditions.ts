import { harmless } from '../change.ts';
import { compareRules, ruleProof } from '../engines/rules/compare-rules.ts';
import { promiseFound } from '../engines/rules/promises.ts';
import { describe, textOf } from '../engines/rules/texts.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { outcome } from '../witnesses.ts';

/** Changes of rules across the fields of a request, and of what responses promise. */
export const conditionKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'condition',
    added: {
      id: 'condition-added',
      title: 'A rule across fields is new',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason:
        'A request may match its schema and still be refused by this rule; a deployment that accepts such a request breaks the rule',
      advice: 'Follow it in every request',
      *find(condition, context) {
        const compared = compareRules([condition], context);
        if (compared && !compared.lost && !compared.gained) yield { same: ['*'], by: compared.by };
        else
          yield {
            sentence: `A request must follow the rule \`${condition.id}\`: ${condition.summary}`,
            ...(compared?.lost && ruleProof(compared.lost, 'before', context)),
          };
      },
    },
    removed: {
      id: 'condition-removed',
      title: 'A rule across fields was removed',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'breaking' },
      reason:
        'Calls that worked still work; a deployment that refuses a request which is now valid breaks the rule; baselines and `--only` can no longer name the rule',
      advice: 'Accept the requests that it refused',
      *find(condition, context) {
        const compared = compareRules([condition], context);
        if (compared && !compared.lost && !compared.gained) yield { same: ['*'], by: compared.by };
        else
          yield {
            sentence: `A request no longer has to follow the rule \`${condition.id}\`: ${condition.summary}`,
            ...(compared?.gained && ruleProof(compared.gained, 'after', context)),
          };
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': [
          'rules:\n',
          'rules:\n  - { rule: no-echo, summary: A text is not the code of its language, must: request.text != request.to, error: invalid-body, from: notes-026, violation: { body: { text: nl } } }\n',
        ],
      },
    },
  }),
  ...defineMirrored({
    scope: 'condition',
    parts: ['when', 'must'],
    forward: {
      id: 'condition-tightened',
      title: 'A rule across fields refuses more requests',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A request that was valid may now be refused; a deployment that accepts it breaks the rule',
      advice: 'Follow it in every request',
      *find(before, after, context) {
        const compared = compareRules([before, after], context);
        if (!compared) return;
        if (!compared.lost && !compared.gained) yield { same: ['when', 'must'], by: compared.by };
        else if (compared.lost)
          yield {
            sentence: `The rule \`${after.id}\` refuses ${compared.gained ? 'other requests' : 'more requests'}: \`${textOf(after)}\` instead of \`${textOf(before)}\``,
            ...ruleProof(compared.lost, 'before', context),
          };
      },
    },
    backward: {
      id: 'condition-loosened',
      title: 'A rule across fields refuses fewer requests',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Calls that worked still work; a deployment that refuses a request which is now valid breaks the rule',
      advice: 'Accept the requests that it refused',
      *find(before, after, context) {
        const compared = compareRules([before, after], context);
        if (!compared?.gained || compared.lost) return;
        yield {
          sentence: `The rule \`${after.id}\` refuses fewer requests: \`${textOf(after)}\` instead of \`${textOf(before)}\``,
          ...ruleProof(compared.gained, 'after', context),
        };
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': ['characters(request.text) <= 500', 'characters(request.text) <= 100'],
      },
    },
  }),
  defineKind({
    id: 'condition-error-changed',
    scope: 'condition',
    title: 'A request that breaks a rule across fields gets another error',
    parts: ['error', 'names', 'accepted', 'fields'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
    reason:
      'A caller that handles the old error gets another one; a deployment that answers with the old error breaks the rule',
    advice: 'Handle both errors',
    *find(before, after, context) {
      const of = ['conditions', after.id, 'error'];
      yield {
        sentence: `A request that breaks the rule \`${after.id}\` gets ${describe(after)} instead of ${describe(before)}`,
        ...outcome(of, [before.error, after.error], context),
      };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['error: invalid-body', 'error: unknown-language'] },
    },
  }),
  defineKind({
    id: 'condition-description-changed',
    scope: 'condition',
    title: 'The description of a rule across fields changed',
    parts: ['summary', 'violation'],
    levels: harmless,
    reason: 'Descriptions and examples do not affect requests',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The description of the rule \`${after.id}\` changed` };
    },
    example: {
      edit: {
        'operations/text/translate.yaml': ['A formal translation has at most', 'A formal translation has no more than'],
      },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'ensures',
    added: {
      id: 'ensures-added',
      title: 'Responses promise more',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may rely on it; a deployment that does not keep the promise breaks the rule',
      advice: 'Keep the promise in every response',
      *find(promise) {
        yield { sentence: `Responses keep the rule \`${promise.id}\`: ${promise.summary}` };
      },
    },
    removed: {
      id: 'ensures-removed',
      title: 'Responses promise less',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason:
        'Responses may no longer keep the promise that a caller relies on; baselines and `--only` can no longer name the rule',
      advice: 'Do not rely on it',
      *find(promise) {
        yield { sentence: `Responses no longer have to keep the rule \`${promise.id}\`: ${promise.summary}` };
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': [
          'example:\n',
          'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
        ],
      },
    },
  }),
  ...defineMirrored({
    scope: 'ensures',
    parts: ['when', 'must'],
    forward: {
      id: 'ensures-tightened',
      title: 'A promise about responses is stricter',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may rely on more; a deployment that keeps only the old promise breaks the rule',
      advice: 'Keep the promise in every response',
      *find(before, after, context) {
        yield* promiseFound('tightened', before, after, context);
      },
    },
    backward: {
      id: 'ensures-loosened',
      title: 'A promise about responses is weaker',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'Responses may no longer keep the promise that a caller relies on',
      advice: 'Rely only on the new promise',
      *find(before, after, context) {
        yield* promiseFound('loosened', before, after, context);
      },
    },
    example: {
      given: {
        'operations/text/translate.yaml': [
          'example:\n',
          'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
        ],
      },
      edit: { 'operations/text/translate.yaml': ['units >= 1', 'units >= 2'] },
    },
  }),
  defineKind({
    id: 'ensures-description-changed',
    scope: 'ensures',
    title: 'The description of a promise about responses changed',
    parts: ['summary'],
    levels: harmless,
    reason: 'Descriptions do not affect responses',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The description of the rule \`${after.id}\` changed` };
    },
    example: {
      given: {
        'operations/text/translate.yaml': [
          'example:\n',
          'ensures:\n  - { rule: counted, summary: What is used is counted, when: status == 200, must: response.usage.units >= 1, from: notes-017 }\nexample:\n',
        ],
      },
      edit: { 'operations/text/translate.yaml': ['What is used is counted', 'Use is counted'] },
    },
  }),
];
