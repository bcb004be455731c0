import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { bursts, callsServed } from '../witnesses.ts';
import { listed, shown, without } from '../words.ts';

/** Changes of how often calls are served. */
export const limitKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'limit',
    added: {
      id: 'limit-added',
      title: 'Calls have a new rate limit',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
      reason: 'A caller that calls too often is refused; a deployment without the limit breaks the rule',
      advice: 'Call less often; count the calls',
      *find(thing, context) {
        yield {
          sentence: `${listed(thing.operations)} may be called ${thing.count} times in ${thing.window} seconds`,
          ...callsServed('before', undefined, thing, context.host),
        };
      },
    },
    removed: {
      id: 'limit-removed',
      title: 'Calls no longer have a rate limit',
      levels: { callers: 'compatible', operators: 'risky', suite: 'breaking' },
      reason: 'Callers that were served still are; a deployment may keep its limit',
      advice: 'Nothing',
      *find(thing) {
        yield { sentence: `${listed(thing.operations)} no longer have a rate limit` };
      },
    },
    example: {
      edit: {
        'limits/reads.yaml': [
          'limits:\n',
          'limits:\n  translations: { summary: Translations, operations: [translate], count: 9, window: 60, key: ip, error: too-many-reads, from: notes-030 }\n',
        ],
      },
    },
  }),
  ...defineMirrored({
    scope: 'limit',
    parts: ['count', 'window'],
    forward: {
      id: 'limit-tightened',
      title: 'A rate limit allows fewer calls',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller at the old rate is refused; a deployment that serves it breaks the rule',
      advice: 'Call less often',
      *find(before, after, context) {
        if (!bursts(before, after)) return;
        yield {
          sentence: `\`${after.id}\` allows ${after.count} calls in ${after.window} seconds instead of ${before.count} in ${before.window}`,
          ...callsServed('before', before, after, context.host),
        };
      },
    },
    backward: {
      id: 'limit-loosened',
      title: 'A rate limit allows more calls',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Calls that were refused are served; a deployment that refuses them breaks the rule',
      advice: 'Serve them',
      *find(before, after, context) {
        if (!bursts(after, before)) return;
        yield {
          sentence: `\`${after.id}\` allows ${after.count} calls in ${after.window} seconds instead of ${before.count} in ${before.window}`,
          ...callsServed('after', after, before, context.host),
        };
      },
    },
    example: {
      edit: { 'limits/reads.yaml': ['count: 5', 'count: 4'] },
    },
  }),
  ...defineMirrored({
    scope: 'limit',
    parts: ['operations'],
    forward: {
      id: 'limit-covers-more',
      title: 'A rate limit covers one more operation',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
      reason: 'A caller that calls it too often is refused; a deployment that does not count its calls breaks the rule',
      advice: 'Call less often',
      *find(before, after, context) {
        const gained = without(before.operations, after.operations);
        if (gained.length === 0) return;
        yield {
          sentence: `\`${after.id}\` also counts ${listed(gained)}`,
          ...callsServed('before', undefined, after, context.host, gained),
        };
      },
    },
    backward: {
      id: 'limit-covers-less',
      title: 'A rate limit no longer covers an operation',
      levels: { callers: 'compatible', operators: 'risky', suite: 'breaking' },
      reason: 'Callers that were served still are',
      advice: 'Remove its rule from baselines',
      *find(before, after) {
        const lost = without(after.operations, before.operations);
        if (lost.length === 0) return;
        yield {
          sentence: `\`${after.id}\` no longer counts ${listed(lost)}`,
          rules: lost.map((id) => `limits.${after.id}.${id}`),
        };
      },
    },
    example: {
      edit: { 'limits/reads.yaml': ['operations: [list-languages]', 'operations: [list-languages, translate]'] },
    },
  }),
  defineKind({
    id: 'limit-counting-changed',
    scope: 'limit',
    title: 'Calls are counted in other groups',
    parts: ['key', 'shared'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'Callers that had counts of their own may now share one, or the reverse',
    advice: 'Check which callers share an address, a key or a wallet',
    *find(_, after) {
      yield {
        sentence: `\`${after.id}\` counts by ${shown(after.key)}${after.shared ? ', its operations together' : ', each operation apart'}`,
      };
    },
    example: {
      edit: { 'limits/reads.yaml': ['key: ip', 'key: payer'] },
    },
  }),
  defineKind({
    id: 'limit-key-status-changed',
    scope: 'limit',
    title: 'How calls are grouped is now stated, or only assumed',
    parts: ['keyStatus'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
    reason: 'A stated key can fail a deployment, an assumed one cannot',
    advice: 'Run the suite',
    *find(before, after) {
      yield {
        sentence: `That \`${after.id}\` counts by ${shown(after.key)} is ${after.keyStatus} instead of ${before.keyStatus}`,
      };
    },
    example: {
      edit: { 'limits/reads.yaml': ['key: ip', 'key: { value: ip, status: assumed }'] },
    },
  }),
  defineKind({
    id: 'limit-error-changed',
    scope: 'limit',
    title: 'A call over the limit gets another error',
    parts: ['error'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'A caller that waits after the old error does not recognize the new one',
    advice: 'Handle the new error',
    *find(before, after) {
      yield { sentence: `A call over \`${after.id}\` gets \`${after.error}\` instead of \`${before.error}\`` };
    },
    example: {
      edit: { 'limits/reads.yaml': ['error: too-many-reads', 'error: upstream-failed'] },
    },
  }),
  defineKind({
    id: 'limit-sides-changed',
    scope: 'limit',
    title: 'The alternative counts of a rate limit changed',
    parts: ['sides'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
    reason: 'The documents disagree on the count; the suite accepts each of the counts',
    advice: 'Run the suite',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` may allow ${listed([after.count, ...after.sides])} calls` };
    },
    example: {
      edit: { 'limits/reads.yaml': ['count: 5', 'sides: [7]\n    count: 5'] },
    },
  }),
  defineKind({
    id: 'limit-description-changed',
    scope: 'limit',
    title: 'The description of a rate limit changed',
    parts: ['summary'],
    levels: harmless,
    reason: 'Descriptions do not affect calls',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` is described as ${shown(after.summary)}` };
    },
    example: {
      edit: { 'limits/reads.yaml': ['Reads of the list for each address', 'Reads for each address'] },
    },
  }),
];
