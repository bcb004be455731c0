/** Providers that speak the API of OpenAI: chat completions, responses, images and speech. */

import type { Reply, StreamEvent } from '../operation/handler.ts';
import { isObject } from '../values/json.ts';
import { obey } from './direct.ts';
import { UpstreamFailure } from './failure.ts';
import { type FindModels, firstToServe } from './models.ts';
import { readBytes } from './read.ts';
import { type Encoded, type Format, type ModelCall, type ModelRequest, type Piece, passedOn, relay } from './relay.ts';

/** Handlers' work for the operations of the API; each request is one that the specification has checked. */
export interface OpenAi {
  /** `POST /chat/completions`, with tools and structured output, whole or as a stream. */
  chat(call: ModelCall, request: ModelRequest): Promise<Reply<never>>;
  /** `POST /responses`, whole or as a stream. Providers store nothing of it. */
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

/** What is passed on besides the usual. */
export interface OpenAiOptions {
  /**
   * Fields for which a provider charges more, such as `n`, `size` or `service_tier`, where the specification prices them.
   *
   * Without being named they are left out, whatever a caller sends.
   */
  readonly priced?: readonly string[];
}

const sampling = [
  'temperature',
  'top_p',
  'top_logprobs',
  'parallel_tool_calls',
  'tool_choice',
  'tools',
  'stream',
  'user',
];

const chat: Format = {
  path: '/chat/completions',
  fields: [
    ...sampling,
    ...['messages', 'max_tokens', 'stop', 'seed', 'logprobs', 'logit_bias', 'response_format', 'reasoning_effort'],
    ...['presence_penalty', 'frequency_penalty', 'stream_options', 'verbosity'],
  ],
  // The usage of a stream comes for the asking only.
  prepare: (body) => (body.stream ? { ...body, stream_options: { include_usage: true } } : body),
  piece(chunk, { stream_options }, model) {
    refuseError(chunk);
    const { choices, usage, service_tier: tier } = chunk;
    const asksForUsage = isObject(stream_options) && stream_options.include_usage === true;
    const isExtra = Array.isArray(choices) && choices.length === 0 && isObject(usage) && !asksForUsage;
    return { usage, tier, ...(!isExtra && { event: { data: { ...chunk, model } } }) };
  },
};

const responses: Format = {
  path: '/responses',
  fields: [...sampling, 'input', 'instructions', 'max_output_tokens', 'reasoning', 'text', 'truncation', 'include'],
  prepare: (body) => ({ ...body, store: false }),
  piece(data, _, model): Piece {
    refuseError(data);
    if (data.type === 'response.failed') throw new UpstreamFailure('failed', 'The provider failed.');
    if (!isObject(data.response)) return { event: { data } };
    const { usage, service_tier: tier } = data.response;
    const event: StreamEvent = { data: { ...data, response: { ...data.response, model } } };
    return { event, usage, tier, last: data.type === 'response.completed' || data.type === 'response.incomplete' };
  },
};

const images: Format = {
  path: '/images/generations',
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

const speech: Format = {
  path: '/audio/speech',
  fields: ['input', 'voice', 'instructions', 'response_format', 'speed'],
};

/** Serves models at OpenAI-compatible providers. */
export function openAi(models: FindModels, { priced = [] }: OpenAiOptions = {}): OpenAi {
  const spoken = (format: Format) => {
    const own = { ...format, fields: [...format.fields, ...priced] };
    return (call: ModelCall, request: ModelRequest) => relay(call, models, own, request);
  };
  return {
    chat: spoken(chat),
    responses: spoken(responses),
    images: spoken(images),
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
        return {
          status: 200,
          bytes: { contentType, value: await readBytes(answer.body) },
          usage: { model: request.model },
        };
      });
    },
  };
}

/** A body as a form, in which data URIs are files. */
async function formOf(body: Readonly<Record<string, unknown>>): Promise<Encoded> {
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

/** Throws for an event that reports an error in the middle of a stream. */
function refuseError({ error, type }: Readonly<Record<string, unknown>>): void {
  if ((error !== undefined && error !== null) || type === 'error')
    throw new UpstreamFailure('failed', 'The provider broke off.');
}
