import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';

export const operationRenamed = defineKind({
  id: 'operation-renamed',
  scope: 'operation',
  when: 'changed',
  title: 'An operation has a new id',
  parts: ['id'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'Its method and path are the same, but its name in the client and the ids of its rules follow the id',
  advice: 'Call it by its new name in the client; rename its rules in baselines',
  *find(before, after, context) {
    const named = [context.host?.before, context.host?.after].flatMap((view) => view?.rules ?? []);
    const rules = named
      .filter(({ operation }) => operation === before.id || operation === after.id)
      .map(({ id }) => id);
    yield { sentence: `\`${before.id}\` is called \`${after.id}\``, rules };
  },
  example: {
    given: counting,
    edit: {
      'operations/text/count-languages.yaml': undefined,
      'operations/text/number-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'operation: count-languages',
        'operation: number-languages',
      ),
    },
    back: ['operation-renamed'],
  },
});
