import type { JsonSchema } from '../../model/types.ts';
import { optionalHeader } from '../headers.ts';
import type { ComparedOperation, ComparedResponse } from '../side.ts';
import { contentOf } from './content.ts';
import { Notes } from './notes.ts';
import { bare, bodyOf, describedBy, extrasOf, type ReadOperation, type Surroundings } from './operation.ts';
import { places as parameterPlaces, parametersIn, parametersOf } from './parameters.ts';
import { Part, type Steps } from './part.ts';

/** How an operation that the service calls is known. */
export interface SentName {
  readonly id: string;
  /** Replaces the path: the name of a webhook, or the expression of a callback. */
  readonly path: string;
  readonly kind: 'webhook' | 'callback';
}

const known = [
  ...['operationId', 'tags', 'summary', 'description', 'parameters', 'requestBody', 'responses', 'deprecated'],
  ...['externalDocs', 'security', 'servers'],
];

/**
 * A webhook or callback, which the service calls and its users serve.
 *
 * Its directions are turned round: what its requests have the users read, as they read responses, and what its responses
 * have they write, as they write requests.
 */
export function sentOperation(
  name: SentName,
  method: string,
  item: Part,
  source: Part,
  around: Surroundings,
): ReadOperation {
  const notes = new Notes(source.at);
  const places = new Map<string, Steps>();
  notes.others(source, known);
  notes.shown(source, ['externalDocs']);
  for (const key of ['security', 'servers']) notes.unread(source.raw(key));
  const payload = payloadOf(item, source, around, notes);
  places.set('responses\n0', source.at).set('responses\n0\nschema', payload.at);
  const answer = answerOf(source, around, notes);
  if (answer.at) places.set('body\nschema', answer.at);
  const { unread, shown } = notes.found;
  for (const [note, where] of notes.places) places.set(['unread', note].join('\n'), where);
  const operation: ComparedOperation = {
    ...bare,
    ...describedBy(source, item),
    ...answer.parts,
    id: name.id,
    sends: name.kind,
    method: method.toUpperCase(),
    path: name.path,
    template: name.path,
    responses: [payload.response],
    auth: 'none',
    extras: { ...extrasOf(source), answers: answer.statuses, ...(shown && { shown }) },
    ...(unread && { unread }),
  };
  return { operation, places };
}

/** The request that the service sends, which its receivers read as a response. */
function payloadOf(item: Part, source: Part, around: Surroundings, notes: Notes) {
  const request = source.get('requestBody');
  notes.others(request, ['content', 'required', 'description']);
  notes.shown(request, ['description']);
  notes.unread(request.raw('required'));
  const { types, main, byType, at } = contentOf(request.get('content'), 'response', around.schemas, notes);
  const schema = main === undefined ? undefined : byType[main]?.schema;
  const response: ComparedResponse = {
    from: [],
    status: 'stated',
    http: 0,
    description: '',
    contentType: types.join(' '),
    ...(schema !== undefined && { schema }),
    headers: parametersSent(item, source, around, notes),
    ...(types.length > 0 && { media: byType }),
  };
  return { response, at };
}

/** The answer that receivers write as callers write a request: the first one of success that has a body. No rule reads others. */
function answerOf(source: Part, { schemas }: Surroundings, notes: Notes) {
  const responses = source.get('responses').members();
  const main = responses.find(([status, response]) => /^2/.test(status) && response.get('content').isThere);
  for (const [status, response] of responses) {
    notes.others(response, ['description', 'content']);
    notes.shown(response, ['description']);
    if (status !== main?.[0]) notes.unread(response.raw('content'));
  }
  const body =
    main && bodyOf(new Part({ content: main[1].fields.content ?? {} }, main[1].at, source.description), schemas, notes);
  return {
    statuses: responses.map(([status]) => status).sort(),
    ...(body && { at: body.at }),
    parts: body ? { body: body.body, media: body.media, bodyOptional: true as const } : {},
  };
}

/** The parameters of a request that the service sends, as its receivers read them: those that are no headers with their place. */
function parametersSent(item: Part, source: Part, { schemas }: Surroundings, notes: Notes): Record<string, JsonSchema> {
  const parameters = parametersOf(item, source);
  return Object.assign(
    {},
    ...parameterPlaces.map((place) => {
      const schema = parametersIn(place, parameters, 'response', schemas, notes)?.schema;
      const required = Array.isArray(schema?.required) ? schema.required : [];
      return Object.fromEntries(
        Object.entries(Object(schema?.properties)).map(([name, own]) => [
          place === 'header' ? name : `${place} ${name}`,
          { ...Object(own), ...(!required.includes(name) && { [optionalHeader]: true }) },
        ]),
      );
    }),
  );
}
