import type { Json, JsonSchema } from '../../model/types.ts';
import { harmless } from '../change.ts';
import { statusName } from '../engines/fields/names.ts';
import { type AnyKind, defineKind, type Example, type ChangeDetails } from '../kind.ts';
import { meansSame } from '../meaning.ts';
import { uncovered } from '../openapi/media-type.ts';
import type { ComparedOperation, MediaByType } from '../side.ts';
import { outcome } from '../witnesses.ts';
import { listed, shown, without } from '../words.ts';

/** Changes that only OpenAPI descriptions can show. */
export const descriptionKinds: readonly AnyKind[] = [
  defineKind({
    id: 'form-part-changed',
    scope: 'operation',
    title: 'A part of a form is written in another way',
    parts: ['encoding'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
    reason: 'A part of the old type was read and is refused; a deployment that reads it breaks the rule',
    advice: 'Write the parts of the form as the newer release says',
    *find(before, after, context) {
      for (const encoding of differingEncodings(before.media, after.media)) {
        const { path, was, is } = encoding;
        yield {
          ...partDetails(encoding, `\`${after.id}\` takes`),
          ...(isTypes(was) && isTypes(is) && outcome(['media', ...path], [was, is], context)),
        };
      }
    },
    example: described((types: string) => ({
      requestBody: { content: { 'multipart/form-data': formWith(types) } },
    }))('image/png, image/jpeg', 'image/png, image/gif'),
  }),
  defineKind({
    id: 'response-part-changed',
    scope: 'response',
    title: 'A part of a response that has several is written in another way',
    parts: ['encoding'],
    levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
    reason: 'A caller that reads the old type of the part may not read the new one',
    advice: 'Read the type of each part before parsing it',
    *find(before, after, { operation }) {
      for (const encoding of differingEncodings(before.media, after.media))
        yield {
          ...partDetails(encoding, `HTTP ${statusName(after.http)} of \`${operation?.after.id}\` has`),
          levels: {},
        };
    },
    example: described((type: string) => ({
      responses: { 200: { description: '', content: { 'multipart/mixed': formWith(type) } } },
    }))('image/png', 'image/gif'),
  }),
  defineKind({
    id: 'security-source-changed',
    scope: 'host',
    title: 'Clients get their credentials from another place',
    parts: ['schemes'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A client that asks at the old address, or for a scope that is gone, gets no token',
    advice: 'Ask at the new address',
    *find({ described: before }, { described: after }) {
      const [old, now] = [before?.schemes ?? {}, after?.schemes ?? {}];
      for (const [name, was] of Object.entries(old)) {
        const is = now[name];
        if (is && !meansSame(was, is))
          yield { sentence: `Clients get \`${name}\` from ${shown(is)} instead of ${shown(was)}` };
      }
      // A scheme that comes or goes is reported where operations ask for it.
      yield { implied: ['schemes'], by: 'authorization-tightened' };
    },
    example: {
      edit: {},
      described: [oauthAt('https://id.example/token'), oauthAt('https://login.example/token')],
    },
  }),
  defineKind({
    id: 'operation-servers-changed',
    scope: 'operation',
    title: 'An operation is served at other addresses than the rest',
    parts: ['extras.servers'],
    levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
    reason: 'Calls to a removed address fail',
    advice: 'Call the new address',
    *find(before, after, context) {
      const { host } = context;
      const [old, now] = [addressesOf(before, host?.before.host.prefix), addressesOf(after, host?.after.host.prefix)];
      const isKept = without(now, old).length === 0;
      yield {
        sentence: `\`${after.id}\` is served at ${listed(now)} instead of ${listed(old)}`,
        ...(isKept && { levels: { callers: 'compatible' } }),
        ...outcome(['extras', 'servers'], [before.extras?.servers, after.extras?.servers], context),
      };
    },
    example: described((url: string) => ({ servers: [{ url }] }))('https://a.example', 'https://b.example'),
  }),
  defineKind({
    id: 'receiver-answers-changed',
    scope: 'operation',
    title: 'What the service calls may answer with other statuses',
    parts: ['extras.answers'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason: 'A receiver that answers with a removed status may be called again, or no longer',
    advice: 'Answer with a status that is left',
    *find(before, after) {
      const [was, is] = [textsOf(before.extras?.answers), textsOf(after.extras?.answers)];
      yield {
        sentence: `Receivers of \`${after.id}\` answer with ${listed(is)} instead of ${listed(was)}`,
        ...(without(is, was).length === 0 && { levels: { callers: 'compatible' } }),
      };
    },
    example: { edit: {}, described: [webhookAnswering('200'), webhookAnswering('204')] },
  }),
  defineKind({
    id: 'notes-changed',
    scope: 'host',
    title: 'A description shows other things to people',
    parts: ['shown'],
    levels: harmless,
    reason: 'Examples, tags, extensions and components that nothing refers to do not affect requests or responses',
    advice: 'Nothing',
    *find({ described: before }, { described: after }) {
      const [was, is] = [before?.shown ?? {}, after?.shown ?? {}];
      const names = new Set([...Object.keys(was), ...Object.keys(is)]);
      const differing = [...names].filter((name) => !meansSame(was[name], is[name]));
      yield { sentence: `The description has other notes: ${listed(differing)}` };
    },
    example: {
      edit: {},
      described: [
        { openapi: '3.1.0', paths: {}, tags: [{ name: 'a' }] },
        { openapi: '3.1.0', paths: {}, tags: [{ name: 'b' }] },
      ],
    },
  }),
];

/** One thing that is said of a part of a form, where it differs; the path leads to it from the media types. */
interface DifferingEncoding {
  readonly path: readonly string[];
  readonly was: Json | undefined;
  readonly is: Json | undefined;
}

function* differingEncodings(before: MediaByType = {}, after: MediaByType = {}): Generator<DifferingEncoding> {
  for (const [type, { encoding: old = {} }] of Object.entries(before)) {
    const now = after[type]?.encoding ?? {};
    for (const part of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [one, other]: JsonSchema[] = [Object(old[part]), Object(now[part])];
      for (const name of new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])) {
        const [was, is] = [one?.[name], other?.[name]];
        if (!meansSame(was, is)) yield { path: [type, 'encoding', part, name], was, is };
      }
    }
  }
}

/** Reports an encoding that differs. Types that are only added break nothing. */
function partDetails({ path, was, is }: DifferingEncoding, subject: string): ChangeDetails {
  const isWider = isTypes(was) && isTypes(is) && uncovered(is, was).length === 0;
  const [, , part, name] = path;
  return {
    sentence: `${subject} the part \`${part}\` with ${name} ${shown(is)} instead of ${shown(was)}`,
    ...(isWider && { levels: { callers: 'compatible' } }),
  };
}

function isTypes(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** Addresses of an operation: its own, or those of the whole service. */
function addressesOf({ extras }: ComparedOperation, usual = ''): string[] {
  return extras?.servers === undefined ? usual.split(' ') : textsOf(extras.servers);
}

/** Makes an example of one operation that has something else on either side. */
function described(operation: (value: string) => JsonSchema): (before: string, after: string) => Example {
  const document = (value: string): JsonSchema => ({
    openapi: '3.1.0',
    paths: { '/things': { post: { responses: {}, ...operation(value) } } },
  });
  return (before, after) => ({ edit: {}, described: [document(before), document(after)] });
}

function formWith(contentType: string): JsonSchema {
  return {
    schema: { type: 'object', properties: { image: { type: 'string' } } },
    encoding: { image: { contentType } },
  };
}

function oauthAt(tokenUrl: string): JsonSchema {
  const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: {} } } };
  return {
    openapi: '3.1.0',
    security: [{ oauth: [] }],
    paths: { '/things': { get: { responses: {} } } },
    components: { securitySchemes: { oauth } },
  };
}

function webhookAnswering(status: string): JsonSchema {
  return { openapi: '3.1.0', webhooks: { paid: { post: { responses: { [status]: { description: '' } } } } } };
}
