import { harmless } from '../change.ts';
import { nameOf } from '../engines/fields/names.ts';
import type { Field } from '../entities.ts';
import { type AnyKind, defineKind, defineMirrored } from '../kind.ts';

/** Changes of who writes a field of a description: `readOnly` is for the service alone, `writeOnly` for callers. */
export const writtenByKinds: readonly AnyKind[] = [
  ...defineMirrored({
    scope: 'request-field',
    parts: ['readOnly'],
    forward: {
      id: 'request-field-read-only',
      title: 'Callers may no longer write a field',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that sends it may be refused, or the value ignored',
      advice: 'Stop sending it',
      *find(_, after) {
        if (after.own.readOnly === true) yield { sentence: `${nameOf(after)} is now read-only` };
      },
    },
    backward: {
      id: 'request-field-writable',
      title: 'Callers may now write a field',
      levels: harmless,
      reason: 'Callers need not send it',
      advice: 'Nothing',
      *find(before, after) {
        if (before.own.readOnly === true) yield { sentence: `${nameOf(after)} is no longer read-only` };
      },
    },
    example: {
      edit: {},
      described: [pairOf('requestBody', {}), pairOf('requestBody', { readOnly: true })],
    },
  }),
  ...defineMirrored({
    scope: 'response-field',
    parts: ['writeOnly'],
    forward: {
      id: 'response-field-write-only',
      title: 'A response no longer has a field, which is for requests alone',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads it finds nothing',
      advice: 'Stop reading it',
      *find(_, after) {
        if (after.own.writeOnly === true) yield { sentence: `${nameOf(after)} is now write-only` };
      },
    },
    backward: {
      id: 'response-field-readable',
      title: 'A response may have a field that was for requests alone',
      levels: harmless,
      reason: 'Callers may ignore it',
      advice: 'Nothing',
      *find(before, after) {
        if (before.own.writeOnly === true) yield { sentence: `${nameOf(after)} is no longer write-only` };
      },
    },
    example: {
      edit: {},
      described: [pairOf('response', {}), pairOf('response', { writeOnly: true })],
    },
  }),
  defineKind({
    id: 'request-field-write-only-changed',
    scope: 'request-field',
    title: 'A field of a request is, or is no longer, for requests alone',
    parts: ['writeOnly'],
    levels: harmless,
    reason: 'Requests are the same',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `${nameOf(after)} ${isNow(after, 'writeOnly')} write-only` };
    },
    example: { edit: {}, described: [pairOf('requestBody', {}), pairOf('requestBody', { writeOnly: true })] },
  }),
  defineKind({
    id: 'response-field-read-only-changed',
    scope: 'response-field',
    title: 'A field of a response is, or is no longer, for responses alone',
    parts: ['readOnly'],
    levels: harmless,
    reason: 'Responses are the same',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `${nameOf(after)} ${isNow(after, 'readOnly')} read-only` };
    },
    example: { edit: {}, described: [pairOf('response', {}), pairOf('response', { readOnly: true })] },
  }),
];

function isNow({ own }: Field, keyword: 'readOnly' | 'writeOnly'): string {
  return own[keyword] === true ? 'is now' : 'is no longer';
}

/** A description of one operation, with a field in its request or response. */
function pairOf(part: 'requestBody' | 'response', field: Readonly<Record<string, true>>) {
  const content = {
    'application/json': { schema: { type: 'object', properties: { id: { type: 'string', ...field } } } },
  };
  const post =
    part === 'response'
      ? { responses: { 200: { description: 'Done', content } } }
      : { requestBody: { required: true, content }, responses: {} };
  return { openapi: '3.0.3', paths: { '/things': { post } } };
}
