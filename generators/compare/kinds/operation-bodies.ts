import { harmless } from '../change.ts';
import { withMedia } from '../contents.ts';
import { CallPair } from '../engines/calls/pair.ts';
import { Candidates } from '../engines/schema/candidates.ts';
import { type AnyKind, type Context, defineKind, defineMirrored, defineRaisedAndLowered } from '../kind.ts';
import { uncovered } from '../openapi/media-type.ts';
import type { ComparedOperation } from '../side.ts';
import type { WitnessRequest } from '../witness.ts';
import { outcome, requestAccepted, servedBy } from '../witnesses.ts';
import { listed, shown, without } from '../words.ts';

/** Largest body in bytes, where the specification states none. */
const usualBound = 1_048_576;

/** Changes of the bodies that an operation takes, and of when it validates them. */
export const operationBodyKinds: readonly AnyKind[] = [
  ...defineRaisedAndLowered({
    scope: 'operation',
    parts: ['body.largest'],
    measure: ({ body }) => body && (body.largest ?? usualBound),
    raised: {
      id: 'body-bound-raised',
      title: 'The maximum size of a body is larger',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Calls that worked still work; the bound belongs to this gateway, so no deployment has to follow it',
      advice: 'Accept larger bodies',
    },
    lowered: {
      id: 'body-bound-lowered',
      title: 'The maximum size of a body is smaller',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'Bodies between the two sizes worked before and are now refused',
      advice: 'Send smaller bodies',
    },
    *find(before, after, context) {
      const [one, other] = [before.body?.largest, after.body?.largest];
      const [was, is] = [one ?? usualBound, other ?? usualBound];
      yield {
        sentence: `Bodies of \`${after.id}\` have at most ${is} bytes instead of ${was}`,
        ...(is < was && outcome(['body', 'largest'], [one, other], context)),
      };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['body:\n', 'body:\n  largest: 4000000\n'] },
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['body.contentTypes', 'body.contentType'],
    forward: {
      id: 'content-type-added',
      title: 'A body may have one more content type',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
      reason: 'Calls that worked still work; a deployment that refuses the new type breaks the rule',
      advice: 'Accept bodies of the new type',
      *find(before, after, context) {
        if (!before.body && after.body) yield { implied: ['body.*'], by: 'request-required-field-added' };
        const gained = uncovered(before.body?.contentTypes, after.body?.contentTypes);
        if (gained.length === 0 || !before.body) return;
        yield {
          sentence: `\`${after.id}\` takes ${listed(gained)}`,
          ...outcome(['body', 'contentTypes'], [before.body.contentTypes, after.body?.contentTypes], context),
        };
      },
    },
    backward: {
      id: 'content-type-removed',
      title: 'A content type of a body is no longer accepted',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'risky' },
      reason: 'Requests of that type worked before and are now refused; a deployment may still accept them',
      advice: 'Send the body as another accepted type',
      *find(before, after, context) {
        if (before.body && !after.body) yield { implied: ['body.*'], by: 'request-field-removed' };
        const lost = uncovered(after.body?.contentTypes, before.body?.contentTypes);
        if (lost.length === 0 || !after.body) return;
        yield {
          sentence: `\`${after.id}\` no longer takes ${listed(lost)}`,
          ...(before.media
            ? requestAccepted('before', before, context.host, requestOfType(before, lost[0] ?? '', context))
            : outcome(['body', 'contentTypes'], [before.body?.contentTypes, after.body.contentTypes], context)),
        };
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': [
          'body:\n',
          'body:\n  content-type: [application/json, application/vnd.tiny+json]\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'usual-content-type-changed',
    scope: 'operation',
    title: 'The usual content type of a body changed',
    parts: ['body.contentType'],
    levels: harmless,
    reason: 'The same types are accepted',
    advice: 'Nothing',
    *find(before, after) {
      if (!before.body || !after.body) return;
      const [one, other] = [before.body.contentTypes, after.body.contentTypes];
      if (uncovered(one, other).length > 0 || uncovered(other, one).length > 0) return;
      yield {
        sentence: `Bodies of \`${after.id}\` are usually ${shown(after.body.contentType)}`,
        parts: ['body.contentType', 'body.contentTypes'],
      };
    },
    example: {
      given: {
        'operations/text/translate.yaml': [
          'body:\n',
          'body:\n  content-type: [application/json, application/vnd.tiny+json]\n',
        ],
      },
      edit: {
        'operations/text/translate.yaml': [
          '[application/json, application/vnd.tiny+json]',
          '[application/vnd.tiny+json, application/json]',
        ],
      },
    },
  }),
  defineKind({
    id: 'unknown-keys-rejected',
    scope: 'operation',
    title: 'Unknown keys of a body are refused',
    parts: ['body.unknownKeys'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason: 'A request with an unknown key worked before; a deployment that still accepts it breaks the rule',
    advice: 'Send only keys that are in the schema',
    *find(before, after, context) {
      if (after.body?.unknownKeys !== 'rejected' || !before.body) return;
      const request = { ...before.example, body: { ...Object(before.example.body), 'x-unknown': true } };
      yield {
        sentence: `\`${after.id}\` refuses bodies with unknown keys`,
        ...requestAccepted('before', before, context.host, request),
      };
    },
    example: {
      edit: { 'operations/audio/transcribe.yaml': ['rule: ignored', 'rule: rejected'] },
      back: ['unknown-keys-accepted'],
    },
  }),
  defineKind({
    id: 'unknown-keys-accepted',
    scope: 'operation',
    title: 'Unknown keys of a body are no longer refused',
    parts: ['body.unknownKeys'],
    levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
    reason: 'Calls that worked still work; a deployment that refuses unknown keys breaks the rule',
    advice: 'Accept requests with unknown keys',
    *find(before, after, context) {
      if (before.body?.unknownKeys !== 'rejected' || !after.body) return;
      const ignored = after.body.unknownKeys === 'ignored';
      const request = { ...after.example, body: { ...Object(after.example.body), 'x-unknown': true } };
      yield {
        sentence: ignored
          ? `\`${after.id}\` ignores unknown keys`
          : `Whether \`${after.id}\` refuses unknown keys is open`,
        levels: { operators: ignored ? 'breaking' : 'compatible' },
        ...requestAccepted('after', after, context.host, request),
      };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['rule: rejected', 'rule: ignored'] },
      back: ['unknown-keys-rejected'],
    },
  }),
  defineKind({
    id: 'unknown-keys-stated',
    scope: 'operation',
    title: 'Whether unknown keys are ignored is now stated, or left open',
    parts: ['body.unknownKeys'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
    reason: 'Callers need no change; a deployment that refuses unknown keys may break the rule',
    advice: 'Ignore unknown keys',
    *find(before, after) {
      const values = [before.body?.unknownKeys, after.body?.unknownKeys];
      if (values.includes('rejected') || values.includes(undefined)) return;
      yield {
        sentence: `Unknown keys of \`${after.id}\` are ${values[1]} instead of ${values[0]}`,
        rules: [`${before.id}.unknown-keys`],
      };
    },
    example: {
      edit: { 'operations/audio/transcribe.yaml': ['rule: ignored, from: notes-018', 'rule: unknown'] },
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['validates', 'body.validates', 'body.first'],
    forward: {
      id: 'validation-moved-first',
      title: 'Invalid requests are refused before the challenge',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers learn of a mistake before they pay; a deployment that sends the challenge first breaks the rule',
      advice: 'Validate before the challenge',
      *find(before, after, context) {
        const all = (operation: typeof before) => [operation.validates, operation.body?.validates];
        const gained = without(before.body?.first, after.body?.first);
        const first =
          all(after).filter((value) => value === 'before-challenge').length >
          all(before).filter((value) => value === 'before-challenge').length;
        if (!first && gained.length === 0) return;
        yield {
          sentence: `${gained.length > 0 ? `${listed(gained)} of` : 'Requests of'} \`${after.id}\` are validated before the challenge`,
          ...outcome(['body', 'validates'], [before.body?.validates, after.body?.validates], context),
        };
      },
    },
    backward: {
      id: 'validation-moved-back',
      title: 'Invalid requests may get a challenge before they are refused',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller may get a price for a request that is refused later; deployments need no change',
      advice: 'Validate requests before you send them',
      *find(before, after) {
        const all = (operation: typeof before) => [operation.validates, operation.body?.validates];
        const lost = without(after.body?.first, before.body?.first);
        const late =
          all(after).filter((value) => value === 'before-challenge').length <
          all(before).filter((value) => value === 'before-challenge').length;
        if (!late && lost.length === 0) return;
        yield {
          sentence: `${lost.length > 0 ? `${listed(lost)} of` : 'Requests of'} \`${after.id}\` may be validated after the challenge`,
        };
      },
    },
    example: {
      given: { 'operations/text/translate.yaml': ['when: before-challenge, from: notes-025', 'when: unknown'] },
      edit: { 'operations/text/translate.yaml': ['when: unknown', 'when: before-challenge, from: notes-025'] },
      also: ['rule-statements-changed'],
      back: ['validation-moved-back', 'rule-statements-changed'],
    },
  }),
];

/** A request that an operation of a description serves, with a body of one of its media types. */
function requestOfType(operation: ComparedOperation, contentType: string, { host }: Context): WitnessRequest {
  const own = withMedia(operation, contentType, operation.media?.[contentType]?.schema ?? {});
  if (!host) return { contentType };
  const pair = new CallPair({ ...host, after: host.before }, { before: own, after: own });
  const body = new Candidates(pair.universe).typical(pair.part('old', 'body') ?? true) ?? null;
  return { ...servedBy(own, host.before), body, contentType };
}
