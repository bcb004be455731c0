/** Providers that speak the API of OpenAI: chat completions, responses, images and speech. */

import type { Reply } from '../operation/handler.ts';
import { chatFormat } from './chat-format.ts';
import { obey } from './direct.ts';
import { UpstreamFailure } from './failure.ts';
import type { EncodedBody, Format } from './format.ts';
import type { ModelCall, ModelRequest } from './model-call.ts';
import { type FindModels, firstToServe } from './models.ts';
import { readBytes } from './read.ts';
import { passedOn, relay } from './relay.ts';
import { lacking, objectsIn, refuseError } from './reported-error.ts';
import { responsesFormat } from './responses-format.ts';

/** Calls of the API for handlers. The gateway has already validated each request. */
export interface OpenAi {
  /** `POST /chat/completions`, with tools and structured output, whole or as a stream. */
  chat(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
  /** `POST /responses`, whole or as a stream. Providers do not store it. */
  responses(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
  /** `POST /images/generations`. */
  images(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
  /** `POST /images/edits`, as a form: `image` and `mask` of the request are data URIs. */
  edits(call: ModelCall, request: ModelRequest & EditedImages): Promise<Reply<never>>;
  /** `POST /audio/speech`: the recording itself. */
  speech(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
}

/** The images of an edit, as data URIs. */
export interface EditedImages {
  readonly image: string | readonly string[];
  readonly mask?: string | undefined;
}

/** Fields of requests that are sent to providers in addition to the usual ones. */
export interface OpenAiOptions {
  /**
   * Fields for which a provider charges more, such as `n`, `size` or `service_tier`, where the specification prices them.
   *
   * Fields that are not listed here are left out, even when a caller sends them.
   */
  readonly priced?: readonly string[];
}

const images: Format = {
  path: '/images/generations',
  counts: [],
  check(body) {
    refuseError(body);
    for (const { url, b64_json } of objectsIn(body.data, 'data'))
      if (typeof (url ?? b64_json) !== 'string') throw lacking('data[].url');
  },
  fields: [
    'prompt',
    'response_format',
    'output_format',
    'output_compression',
    'background',
    'style',
    'moderation',
    'user',
  ],
};

const edits: Format = { ...images, path: '/images/edits', encode: formOf };

const speech = {
  path: '/audio/speech',
  fields: ['input', 'voice', 'instructions', 'response_format', 'speed'],
};

/** Serves models at OpenAI-compatible providers. */
export function openAi(models: FindModels, { priced = [] }: OpenAiOptions = {}): OpenAi {
  const relayed = (format: Format) => {
    const own = { ...format, fields: [...format.fields, ...priced] };
    return (call: ModelCall, request: ModelRequest) => relay(call, models, own, request);
  };
  return {
    chat: relayed(chatFormat),
    responses: relayed(responsesFormat),
    images: relayed(images),
    edits: (call, request) => {
      const { image, mask, ...rest } = request;
      const own = { ...edits, fields: [...edits.fields, 'image[]', 'mask', ...priced] };
      return relay(call, models, own, { ...rest, 'image[]': [image].flat(), ...(mask !== undefined && { mask }) });
    },
    async speech(call, request) {
      await obey(call.scripted(), call.signal);
      return firstToServe(models(request.model), call.signal, async ({ provider, model }) => {
        const answer = await provider.send(call, {
          method: 'POST',
          path: speech.path,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...passedOn(speech, request), model }),
        });
        const { 'content-type': contentType = 'application/octet-stream' } = answer.headers;
        const value = await readBytes(answer.body);
        // A text in place of a recording is an error or a page, even with status 200.
        if (value.length === 0 || /json|^text\//i.test(contentType)) throw lacking('audio');
        return { status: 200, bytes: { contentType, value }, usage: { model: request.model } };
      });
    },
  };
}

/** A body as a form, in which data URIs are files. */
async function formOf(body: Readonly<Record<string, unknown>>): Promise<EncodedBody> {
  const form = new FormData();
  for (const [name, values] of Object.entries(body)) {
    for (const value of [values].flat()) {
      if (typeof value === 'string' && value.startsWith('data:')) form.append(name, await fileIn(value), 'image');
      else form.append(name, String(value));
    }
  }
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  return { contentType, bytes: new Uint8Array(await encoded.arrayBuffer()) };
}

async function fileIn(dataUri: string): Promise<Blob> {
  try {
    return await (await fetch(dataUri)).blob();
  } catch {
    throw new UpstreamFailure('rejected', 'An image is a data URI that cannot be read.', { status: 400 });
  }
}
