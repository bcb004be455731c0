import { harmless } from '../change.ts';
import { pathTo } from '../engines/fields/outcomes.ts';
import type { Field } from '../entities.ts';
import {
  type AnyKind,
  type ChangeDetails,
  type Context,
  defineAddedAndRemoved,
  defineKind,
  defineMirrored,
} from '../kind.ts';
import type { ComparedOperation } from '../side.ts';
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
      reason: 'Any call may get it; callers that handle every error of the old release do not handle it',
      advice: 'Handle it',
      *find(thing) {
        yield { sentence: `Calls may get \`${thing.id}\` (HTTP ${thing.http}): ${thing.summary}` };
      },
    },
    removed: {
      id: 'error-removed',
      title: 'An error was removed',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'No call gets it any more',
      advice: 'Remove its rules from baselines',
      *find(thing) {
        yield { sentence: `Calls no longer get \`${thing.id}\` (HTTP ${thing.http})` };
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
      'A caller that tells errors apart by status does not recognize it; a deployment that answers with the old status breaks the rule',
    advice: 'Handle the new status; answer with it',
    *find(before, after, context) {
      yield {
        sentence: `\`${after.id}\` is HTTP ${after.http}${after.passed ? ' (passed on)' : ''} instead of HTTP ${before.http}${before.passed ? ' (passed on)' : ''}`,
        ...difference(
          ['errors', after.id, 'http'],
          [before.http, after.http],
          context.host,
          getting(after.id, context),
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
      title: 'A failed call is now charged',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller pays for a call that failed; a deployment that does not charge for it breaks the rule',
      advice: 'Expect the charge',
      *find(before, after, context) {
        if (after.charged === false || before.charged === true) return;
        yield {
          sentence: `A call that gets \`${after.id}\` ${after.charged === true ? 'is charged' : 'may be charged'}`,
          ...difference(
            ['errors', after.id, 'charged'],
            [before.charged, after.charged],
            context.host,
            getting(after.id, context),
          ),
        };
      },
    },
    backward: {
      id: 'error-not-charged',
      title: 'A failed call is no longer charged',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'No caller pays more; a deployment that charges for it breaks the rule',
      advice: 'Release the payment',
      *find(before, after, context) {
        if (after.charged === true || before.charged === false) return;
        yield {
          sentence: `A call that gets \`${after.id}\` ${after.charged === false ? 'is not charged' : 'may not be charged'}`,
          ...difference(
            ['errors', after.id, 'charged'],
            [before.charged, after.charged],
            context.host,
            getting(after.id, context),
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
      title: 'An error now names the field, or lists the accepted values',
      levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
      reason: 'Callers learn more; a deployment that does not tell them breaks the rule',
      advice: 'Name the field or list the values in the body',
      *find(before, after) {
        const gained = (['names', 'lists'] as const).filter((part) => after[part] && !before[part]);
        if (gained.length === 0) return;
        yield {
          sentence: `\`${after.id}\` ${gained.map((part) => (part === 'names' ? 'names the field' : 'lists the accepted values')).join(' and ')}`,
          parts: gained,
        };
      },
    },
    backward: {
      id: 'error-tells-less',
      title: 'An error no longer names the field, or no longer lists the accepted values',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'A caller that shows the field or the values has nothing to show',
      advice: 'Do not rely on them',
      *find(before, after) {
        const lost = (['names', 'lists'] as const).filter((part) => before[part] && !after[part]);
        if (lost.length === 0) return;
        yield {
          sentence: `\`${after.id}\` no longer ${lost.map((part) => (part === 'names' ? 'names the field' : 'lists the accepted values')).join(' or ')}`,
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
    title: 'An error replaces another one',
    parts: ['role'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'Calls that got one error get the other',
    advice: 'Handle both errors',
    *find(before, after) {
      yield { sentence: `\`${after.id}\` replaces ${shown(after.role)} instead of ${shown(before.role)}` };
    },
    example: {
      edit: { 'errors/service.yaml': ['from: notes-015, charged', 'from: notes-015, role: invalid-body, charged'] },
    },
  }),
  defineKind({
    id: 'error-provocation-changed',
    scope: 'error',
    title: 'The suite causes an error in another way',
    parts: ['provoke'],
    levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
    reason: 'A run tests it in another way',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `\`${after.id}\` is caused by ${shown({ ...after.provoke })}` };
    },
    example: {
      edit: { 'errors/service.yaml': ['provoke: { upstream: fail }', 'provoke: { upstream: timeout }'] },
    },
  }),
  defineKind({
    id: 'error-description-changed',
    scope: 'error',
    title: 'The description of an error changed',
    parts: ['summary'],
    levels: harmless,
    reason: 'Descriptions do not affect responses',
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
      reason: 'Callers may ignore it; a deployment without it may break the rule',
      advice: 'Send it',
      *find(thing) {
        yield { sentence: `The body of HTTP ${thing.status} has \`${thing.path.join('.')}\`` };
      },
    },
    removed: {
      id: 'error-field-removed',
      title: 'A field was removed from the body of an error',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'A caller that reads it may find nothing',
      advice: 'Do not rely on it',
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
    title: 'The values of a field of the body of an error changed',
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
    *find(before, after, context) {
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
        ...fieldProof(before, after, names[0] ?? '', context),
      };
    },
    example: {
      edit: { 'errors/service.yaml': ['const: Slow down', 'const: Slower'] },
    },
  }),
];

/** True for operations whose calls may get an error: those that list it, and paid ones where it answers a refused payment. */
function getting(id: string, { host }: Context): (operation: ComparedOperation) => boolean {
  const refusals = Object.values(host?.after.host.payment?.transport.refusals ?? {});
  return ({ errors, auth }) => errors.includes(id) || (auth === 'payment' && refusals.includes(id));
}

/** A call that may get an error, with what each release says of a keyword of a field of its body. */
function fieldProof(before: Field, after: Field, keyword: string, context: Context): Pick<ChangeDetails, 'witness'> {
  const { host } = context;
  const [was, is] = host ? [pathTo(before, host.before.schemas), pathTo(after, host.after.schemas)] : [];
  if (before.error === undefined || !was || was.join() !== is?.join()) return {};
  const said = [before.own[keyword], after.own[keyword]] as const;
  return difference([...was, keyword], said, host, getting(before.error, context));
}
