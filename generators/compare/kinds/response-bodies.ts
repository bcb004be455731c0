import type { JsonSchema } from '../../model/types.ts';
import { statusName } from '../engines/fields/names.ts';
import { type AnyKind, type ChangeDetails, type Context, defineKind, defineMirrored } from '../kind.ts';
import { covers, uncovered } from '../openapi/media-type.ts';
import type { ComparedResponse } from '../side.ts';
import { outcome } from '../witnesses.ts';
import { shown } from '../words.ts';

/** Changes of whether a response has a body, and of its media types. */
export const responseBodyKinds: readonly AnyKind[] = [
  ...defineMirrored({
    scope: 'response',
    parts: ['contentType'],
    forward: {
      id: 'response-body-added',
      title: 'A response that had no body has one',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
      reason: 'Callers read no body of it before; a deployment that sends none breaks the rule',
      advice: 'Read the body where you need it; send it',
      *find(before, after, context) {
        if (before.contentType !== '' || after.contentType === '') return;
        yield {
          sentence: `HTTP ${statusName(after.http)} of \`${context.operation?.after.id}\` now has a body of ${shown(after.contentType)}`,
          ...contentTypeProof(before, after, context),
        };
      },
    },
    backward: {
      id: 'response-body-removed',
      title: 'A response that had a body has none',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
      reason: 'A caller that reads the body finds none; a deployment that sends one breaks the rule',
      advice: 'Do not read the body',
      *find(before, after, context) {
        if (before.contentType === '' || after.contentType !== '') return;
        yield {
          sentence: `HTTP ${statusName(after.http)} of \`${context.operation?.after.id}\` no longer has a body of ${shown(before.contentType)}`,
          ...contentTypeProof(before, after, context),
        };
      },
    },
    example: {
      edit: {},
      described: [answering({}), answering({ content: { 'application/json': {} } })],
    },
  }),
  defineKind({
    id: 'response-content-type-changed',
    scope: 'response',
    title: 'A response has another content type',
    parts: ['contentType', 'also'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason:
      'A caller that parses the old type cannot read the new one; a deployment that sends the old type breaks the rule',
    advice: 'Check the content type before you parse',
    *find(before, after, context) {
      if (before.contentType === '' || after.contentType === '') return;
      const types = [typesOf(before), typesOf(after)];
      const lost = uncovered(types[1], types[0]);
      // A range that is narrowed keeps the callers that read all of it.
      const isNarrowed = lost.every((range) => types[1]?.some((type) => covers(range, type)));
      yield {
        sentence: `HTTP ${statusName(after.http)} of \`${context.operation?.after.id}\` is ${shown(typesOf(after).join(' '))} instead of ${shown(typesOf(before).join(' '))}`,
        ...(lost.length === 0 && { levels: { callers: 'compatible' } as const }),
        ...(lost.length > 0 && isNarrowed && { levels: { callers: 'risky' } as const }),
        ...contentTypeProof(before, after, context),
      };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['200: { schema', '200: { content-type: text/json, schema'] },
    },
  }),
];

/** The content types that a response may have. */
function typesOf({ contentType, also = [] }: ComparedResponse): readonly string[] {
  return [...contentType.split(' '), ...also];
}

/** A request whose response has two content types; none where the response stands in another place of the list. */
function contentTypeProof(
  before: ComparedResponse,
  after: ComparedResponse,
  context: Context,
): Pick<ChangeDetails, 'witness'> {
  const [was = 0, is] = [
    context.operation?.before.responses.indexOf(before),
    context.operation?.after.responses.indexOf(after),
  ];
  if (was !== is) return {};
  const at = ['responses', String(was)];
  if (before.contentType === after.contentType) return outcome([...at, 'also'], [before.also, after.also], context);
  return outcome([...at, 'contentType'], [before.contentType, after.contentType], context);
}

/** A description of an operation that answers 404 with some content. */
function answering(response: JsonSchema): JsonSchema {
  const get = { responses: { 404: { description: 'Unknown', ...response } } };
  return { openapi: '3.1.0', paths: { '/things': { get } } };
}
