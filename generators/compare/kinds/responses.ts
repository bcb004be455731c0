import { harmless, type Level } from '../change.ts';
import { coversStatus } from '../contents.ts';
import { differenceOf } from '../engines/fields/differ.ts';
import { deciding, differingKeywords } from '../engines/fields/groups.ts';
import { headerProof } from '../engines/fields/header-witness.ts';
import { headerOf, statusName } from '../engines/fields/names.ts';
import { absent } from '../engines/fields/place.ts';
import { optionalHeader } from '../headers.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored, defineRaisedAndLowered } from '../kind.ts';
import { outcome } from '../witnesses.ts';
import { listed, shown, without } from '../words.ts';
import { streaming } from './examples.ts';

/** Changes of the responses of an operation: statuses, content types, headers, streams and time. */
export const responseKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'response',
    added: {
      id: 'response-status-added',
      title: 'An operation may answer with one more status',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Callers that handle every status of the old release do not handle this one',
      advice: 'Handle it',
      *find(thing, context) {
        yield {
          sentence: `${context.operation ? `\`${context.operation.after.id}\`` : 'A call'} may answer HTTP ${statusName(thing.http)}: ${thing.description}`,
        };
      },
    },
    removed: {
      id: 'response-status-removed',
      title: 'An operation no longer answers with a status',
      levels: { callers: 'breaking', operators: 'risky', suite: 'breaking' },
      reason: 'A caller that waits for it never gets it',
      advice: 'Handle the remaining statuses',
      *find(thing, context) {
        const { operation, host } = context;
        if (!operation || !host) return;
        const left = operation.after.responses.some(({ http }) => http === thing.http);
        const isNarrowed =
          thing.http < 10 && operation.after.responses.some(({ http }) => coversStatus(thing.http, http));
        yield {
          sentence: `\`${operation.after.id}\` no longer answers HTTP ${statusName(thing.http)}`,
          // Callers that handle every status of a range handle those that are left.
          ...(isNarrowed && { levels: { callers: 'compatible' } as const }),
          ...(!left &&
            outcome(
              ['responses', String(operation.before.responses.indexOf(thing)), 'http'],
              [thing.http, operation.after.responses[operation.before.responses.indexOf(thing)]?.http],
              context,
            )),
        };
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': [
          'responses:\n',
          'responses:\n  202: { schema: Translation, description: A part of it }\n',
        ],
      },
    },
  }),
  defineKind({
    id: 'response-description-changed',
    scope: 'response',
    title: 'The description of a response changed',
    parts: ['description'],
    levels: harmless,
    reason: 'Descriptions do not affect responses',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `HTTP ${statusName(after.http)} is described as ${shown(after.description)}` };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['description: The translation', 'description: The translated text'] },
    },
  }),
  ...defineAddedAndRemoved({
    scope: 'response-header',
    added: {
      id: 'response-header-added',
      title: 'A response has one more header',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Callers may ignore it; a deployment that does not send it breaks the rule',
      advice: 'Send it',
      *find(field) {
        yield { sentence: `${headerOf(field)} is new` };
      },
    },
    removed: {
      id: 'response-header-removed',
      title: 'A header was removed from a response',
      levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
      reason: 'A caller that reads it may find none; if it was optional, callers that check for it still work',
      advice: 'Do not rely on it',
      *find(field, context) {
        if (field.path.length > 0) return;
        const proof = field.own[optionalHeader] === true ? {} : headerProof(field, absent, 'new', context);
        yield {
          sentence: `${headerOf(field)} was removed`,
          ...(proof.witness && { levels: { callers: 'breaking' } as const }),
          ...proof,
        };
      },
    },
    example: {
      edit: {
        'operations/text/translate.yaml': [
          '200: { schema',
          '200: { headers: { X-Units: { type: string, pattern: "^[0-9]+$", from: notes-017 } }, schema',
        ],
      },
    },
  }),
  defineKind({
    id: 'response-header-changed',
    scope: 'response-header',
    title: 'The form of a header changed, or it is now optional',
    parts: [...deciding, optionalHeader],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'A caller that parses the old form may not be able to parse the new one',
    advice: 'Parse both forms',
    *find(before, after, context) {
      const [need, needs] = [before, after].map(({ own }) => own[optionalHeader] !== true);
      if (need !== needs) {
        const proof = needs ? {} : headerProof(after, absent, 'new', context);
        yield {
          sentence: `${headerOf(after)} ${needs ? 'is always sent' : 'is now optional'}`,
          parts: [optionalHeader],
          ...(needs ? atLevel('compatible') : proof.witness && atLevel('breaking')),
          ...proof,
        };
      }
      const names = differingKeywords(before, after);
      if (names.length === 0) return;
      const changes = names.map((name) => `${name} ${shown(after.own[name])} instead of ${shown(before.own[name])}`);
      const known = differenceOf(before, after, context)?.known;
      const proof = known?.result === 'witness' ? headerProof(after, known.value, 'new', context) : {};
      yield {
        sentence: `${headerOf(after)} has ${changes.join(', ')}`,
        parts: names,
        ...(proof.witness ? atLevel('breaking') : known?.result === 'included' && atLevel('compatible')),
        ...proof,
      };
    },
    example: {
      edit: { 'errors/service.yaml': ['pattern: "^[0-9]+$"', 'pattern: "^[0-9]{1,3}$"'] },
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['errors'],
    forward: {
      id: 'operation-error-added',
      title: 'An operation may return one more error',
      levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
      reason: 'Callers that handle every error of the old release do not handle this one',
      advice: 'Handle it',
      *find(before, after) {
        const gained = without(before.errors, after.errors);
        if (gained.length === 0 || before.closed !== after.closed) return;
        yield { sentence: `\`${after.id}\` may answer ${listed(gained)}` };
      },
    },
    backward: {
      id: 'operation-error-removed',
      title: 'An operation no longer returns an error',
      levels: { callers: 'compatible', operators: 'risky', suite: 'breaking' },
      reason: 'Callers need not handle it; deployments must answer such calls differently, and its rule was removed',
      advice: 'Answer such calls as the newer release says',
      *find(before, after) {
        const lost = without(after.errors, before.errors);
        if (lost.length === 0 || before.closed !== after.closed) return;
        yield {
          sentence: `\`${after.id}\` no longer answers ${listed(lost)}`,
          rules: lost.map((id) => `${after.id}.errors.${id}`),
        };
      },
    },
    example: {
      edit: {
        'operations/text/list-languages.yaml': [
          'errors: [too-many-reads]',
          'errors: [too-many-reads, upstream-failed]',
        ],
      },
    },
  }),
  ...defineMirrored({
    scope: 'operation',
    parts: ['stream.when', 'stream.events', 'stream.done'],
    forward: {
      id: 'stream-added',
      title: 'A response may be a stream',
      levels: { callers: 'risky', operators: 'breaking', suite: 'risky' },
      reason: 'Only requests that ask for a stream get one; a deployment that does not stream breaks the rule',
      advice: 'Stream when a request asks for it',
      *find(before, after, context) {
        if (before.stream || !after.stream) return;
        yield {
          sentence: `\`${after.id}\` answers with a stream if \`${after.stream.when.text}\``,
          ...outcome(['stream', 'when', 'text'], [undefined, after.stream.when.text], context),
        };
      },
    },
    backward: {
      id: 'stream-removed',
      title: 'A response can no longer be a stream',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'breaking' },
      reason: 'A caller that asks for a stream gets a single response instead',
      advice: 'Read the whole response',
      *find(before, after, context) {
        if (!before.stream || after.stream) return;
        yield {
          sentence: `\`${after.id}\` no longer answers with a stream`,
          rules: [`${before.id}.stream`],
          ...outcome(['stream', 'when', 'text'], [before.stream.when.text, undefined], context),
        };
      },
    },
    example: {
      edit: streaming,
    },
  }),
  defineKind({
    id: 'stream-condition-changed',
    scope: 'operation',
    title: 'The condition under which a response is a stream changed',
    parts: ['stream.when'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'A caller may get a stream instead of a single response, or a single response instead of a stream',
    advice: 'Ask for a stream as the newer release says',
    *find(before, after) {
      if (!before.stream || !after.stream) return;
      yield {
        sentence: `\`${after.id}\` streams if \`${after.stream.when.text}\` instead of \`${before.stream.when.text}\``,
      };
    },
    example: {
      given: streaming,
      edit: { 'operations/text/translate.yaml': ['when: request.tone == "plain"', 'when: request.tone == "formal"'] },
    },
  }),
  defineKind({
    id: 'stream-end-changed',
    scope: 'operation',
    title: 'A stream ends with another event',
    parts: ['stream.done'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason: 'A caller that waits for the old last event never gets it',
    advice: 'End streams as the newer release says; read until the new last event',
    *find(before, after, context) {
      if (!before.stream || !after.stream) return;
      yield {
        sentence: `Streams of \`${after.id}\` end with ${shown(after.stream.done)} instead of ${shown(before.stream.done)}`,
        ...outcome(['stream', 'done'], [before.stream.done, after.stream.done], context),
      };
    },
    example: {
      given: streaming,
      edit: { 'operations/text/translate.yaml': ['done: "[DONE]"', 'done: "[END]"'] },
    },
  }),
  ...defineRaisedAndLowered({
    scope: 'operation',
    parts: ['timeout'],
    measure: ({ timeout }) => timeout ?? 0,
    raised: {
      id: 'timeout-lengthened',
      title: 'A call may take longer',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A client that stops waiting after the old time may pay for a response that it does not read',
      advice: 'Wait for the new timeout',
    },
    lowered: {
      id: 'timeout-shortened',
      title: 'A call must be answered sooner',
      levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
      reason: 'Clients that wait longer lose nothing; a deployment that needs the old time is too slow',
      advice: 'Answer within the new time',
    },
    *find(before, after) {
      const [was, is] = [before, after].map(({ timeout }) =>
        timeout === undefined ? 'an unstated time' : `${timeout} seconds`,
      );
      yield { sentence: `\`${after.id}\` may take ${is} instead of ${was}` };
    },
    example: {
      edit: { 'operations/text/translate.yaml': ['price: {', 'timeout: 120\nprice: {'] },
    },
  }),
];

function atLevel(callers: Level) {
  return { levels: { callers } };
}
