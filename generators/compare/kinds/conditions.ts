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
    },
    removed: {
      id: 'condition-removed',
      title: 'A rule across fields is gone',
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
      title: 'A rule across fields refuses more',
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
    },
    backward: {
      id: 'condition-loosened',
      title: 'A rule across fields refuses less',
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
      'A caller that handles the old error meets another one; a deployment that answers with the old one breaks the rule',
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
    title: 'A rule across fields is described in other words',
    parts: ['summary', 'violation'],
    levels: harmless,
    reason: 'Words and examples decide no request',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The rule \`${after.id}\` is described in other words` };
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
      title: 'A response promises more',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may rely on it; a deployment whose responses do not keep it breaks the rule',
      advice: 'Keep it in every response',
      *find(promise) {
        yield { sentence: `Responses keep the rule \`${promise.id}\`: ${promise.summary}` };
      },
    },
    removed: {
      id: 'ensures-removed',
      title: 'A response promises less',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'A caller that relies on it may meet a response that does not keep it; the rule can no longer be named',
      advice: 'Do not rely on it',
      *find(promise) {
        yield { sentence: `Responses need not keep the rule any more \`${promise.id}\`: ${promise.summary}` };
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
      title: 'A response promises something stricter',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may rely on more; a deployment that keeps only the old promise breaks the rule',
      advice: 'Keep it in every response',
      *find(before, after, context) {
        yield* promiseFound('tightened', before, after, context);
      },
    },
    backward: {
      id: 'ensures-loosened',
      title: 'A response promises something laxer',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that relies on the old promise may meet a response that does not keep it',
      advice: 'Rely on the new promise alone',
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
    title: 'A promise about responses is described in other words',
    parts: ['summary'],
    levels: harmless,
    reason: 'Words decide no response',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The rule \`${after.id}\` is described in other words` };
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
