import { harmless } from '../change.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';
import { difference } from '../witnesses.ts';
import { shown } from '../words.ts';

/** Changes of errors and their bodies. */
export const errorKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'error',
    added: {
      id: 'error-added',
      title: 'An error is new',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Any call may get it; a caller that knows every error of the old release does not know it',
      advice: 'Handle it',
      *find(thing) {
        yield { sentence: `Calls may get \`${thing.id}\` (HTTP ${thing.http}): ${thing.summary}` };
      },
    },
    removed: {
      id: 'error-removed',
      title: 'An error is gone',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'No call gets it any more',
      advice: 'Take its rules out of baselines',
      *find(thing) {
        yield { sentence: `No call gets \`${thing.id}\` (HTTP ${thing.http}) any more` };
      },
    },
    example: {
      given: {
        'errors/service.yaml': [
          'errors:\n',
          'errors:\n  too-many: { http: 429, summary: Too many, from: notes-030, charged: false }\n',
        ],
      },
      edit: { 'limits/reads.yaml': ['error: too-many-reads', 'error: too-many'] },
      also: ['limit-error-changed'],
      back: ['error-removed', 'limit-error-changed'],
    },
  }),
  defineKind({
    id: 'error-status-changed',
    scope: 'error',
    title: 'An error has another status',
    parts: ['http', 'passed'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason:
      'A caller that tells errors apart by status does not recognize it; a deployment that answers with the old one breaks the rule',
    advice: 'Handle the new status; answer with it',
    *find(before, after, context) {
      yield {
        sentence: `\`${after.id}\` is HTTP ${after.http}${after.passed ? ' (passed on)' : ''} instead of HTTP ${before.http}${before.passed ? ' (passed on)' : ''}`,
        ...difference(['errors', after.id, 'http'], [before.http, after.http], context.host, ({ errors }) =>
          errors.includes(after.id),
        ),
      };
    },
    example: {
      edit: { 'errors/service.yaml': ['unknown-language: { http: 400', 'unknown-language: { http: 404'] },
    },
  }),
  ...defineMirrored({
    scope: 'error',
    parts: ['charged'],
    forward: {
      id: 'error-charged',
      title: 'A call that fails is charged, which it was not',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller pays for a call that failed; a deployment that does not charge breaks the rule',
      advice: 'Expect the charge',
      *find(before, after, context) {
        if (after.charged === false || before.charged === true) return;
        yield {
          sentence: `A call that gets \`${after.id}\` ${after.charged === true ? 'is charged' : 'may be charged'}`,
          ...difference(['errors', after.id, 'charged'], [before.charged, after.charged], context.host, ({ errors }) =>
            errors.includes(after.id),
          ),
        };
      },
    },
    backward: {
      id: 'error-not-charged',
      title: 'A call that fails is not charged, which it was',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'No caller pays more; a deployment that charges breaks the rule',
      advice: 'Release the payment',
      *find(before, after, context) {
        if (after.charged === true || before.charged === false) return;
        yield {
          sentence: `A call that gets \`${after.id}\` ${after.charged === false ? 'is not charged' : 'may not be charged'}`,
          ...difference(['errors', after.id, 'charged'], [before.charged, after.charged], context.host, ({ errors }) =>
            errors.includes(after.id),
          ),
        };
      },
    },
    example: {
      edit: { 'errors/service.yaml': ['from: notes-029, charged: false', 'from: notes-029, charged: true'] },
    },
  }),
  ...defineMirrored({
    scope: 'error',
    parts: ['names', 'lists'],
    forward: {
      id: 'error-tells-more',
      title: 'An error names the field, or the values that are accepted',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'Callers learn more; a deployment that does not say it breaks the rule',
      advice: 'Say it in the body',
      *find(before, after) {
        const gained = (['names', 'lists'] as const).filter((part) => after[part] && !before[part]);
        if (gained.length === 0) return;
        yield {
          sentence: `\`${after.id}\` ${gained.map((part) => (part === 'names' ? 'names the field' : 'lists what is accepted')).join(' and ')}`,
          parts: gained,
        };
      },
    },
    backward: {
      id: 'error-tells-less',
      title: 'An error no longer names the field, or the values that are accepted',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'A caller that shows them has nothing to show',
      advice: 'Do without them',
      *find(before, after) {
        const lost = (['names', 'lists'] as const).filter((part) => before[part] && !after[part]);
        if (lost.length === 0) return;
        yield {
          sentence: `\`${after.id}\` no longer ${lost.map((part) => (part === 'names' ? 'names the field' : 'lists what is accepted')).join(' or ')}`,
          parts: lost,
        };
      },
    },
    example: {
      edit: { 'errors/service.yaml': ['from: notes-015, charged', 'from: notes-015, lists: true, charged'] },
    },
  }),
  defineKind({
    id: 'error-stands-for-another',
    scope: 'error',
    title: 'An error takes the place of another one',
    parts: ['role'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Calls that got the one get the other',
    advice: 'Handle both',
    *find(before, after) {
      yield { sentence: `\`${after.id}\` stands for ${shown(after.role)} instead of ${shown(before.role)}` };
    },
    example: {
      edit: { 'errors/service.yaml': ['from: notes-015, charged', 'from: notes-015, role: invalid-body, charged'] },
    },
  }),
  defineKind({
    id: 'error-provocation-changed',
    scope: 'error',
    title: 'The suite brings an error about in another way',
    parts: ['provoke'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'A run tries something else',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` is brought about by ${shown({ ...after.provoke })}` };
    },
    example: {
      edit: { 'errors/service.yaml': ['provoke: { upstream: fail }', 'provoke: { upstream: timeout }'] },
    },
  }),
  defineKind({
    id: 'error-description-changed',
    scope: 'error',
    title: 'An error is described in other words',
    parts: ['summary'],
    levels: harmless,
    reason: 'Words bind no response',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` is described as ${shown(after.summary)}` };
    },
    example: {
      edit: { 'errors/service.yaml': ['The office is closed', 'The office has closed'] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'error-field',
    added: {
      id: 'error-field-added',
      title: 'The body of an error has one more field',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers that do not know it ignore it; a deployment without it may break the rule',
      advice: 'Send it',
      *find(thing) {
        yield { sentence: `The body of HTTP ${thing.status} has \`${thing.path.join('.')}\`` };
      },
    },
    removed: {
      id: 'error-field-removed',
      title: 'The body of an error no longer has a field',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'A caller that reads it may find nothing',
      advice: 'Do without it',
      *find(thing) {
        yield { sentence: `The body of HTTP ${thing.status} no longer has \`${thing.path.join('.')}\`` };
      },
    },
    example: {
      edit: {
        'errors/service.yaml': [
          'properties: { error:',
          'properties: { hint: { type: string, from: notes-030 }, error:',
        ],
      },
    },
  }),
  defineKind({
    id: 'error-field-changed',
    scope: 'error-field',
    title: 'A field of the body of an error has another value',
    parts: [
      'type',
      'const',
      'enum',
      'pattern',
      'format',
      'required',
      'minimum',
      'maximum',
      'minLength',
      'maxLength',
      'anyOf',
      'oneOf',
      'allOf',
      'not',
    ],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'A caller that compares it with the old value does not recognize the error',
    advice: 'Compare with the new value',
    *find(before, after) {
      const [one, other] = [before, after].map(({ own, required }) => ({ ...own, required }));
      const names = Object.keys({ ...one, ...other }).filter(
        (name) => shown(Object(one)[name]) !== shown(Object(other)[name]),
      );
      const changes = names.map(
        (name) => `${name} ${shown(Object(other)[name])} instead of ${shown(Object(one)[name])}`,
      );
      yield {
        sentence: `\`${after.path.join('.') || 'The body'}\` of HTTP ${after.status} has ${changes.join(', ')}`,
        parts: names,
      };
    },
    example: {
      edit: { 'errors/service.yaml': ['const: Slow down', 'const: Slower'] },
    },
  }),
];
