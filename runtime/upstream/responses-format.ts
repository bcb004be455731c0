/** The API of `POST /responses` of OpenAI. */

import { isObject } from '../values/json.ts';
import { samplingFields } from './chat-format.ts';
import { UpstreamFailure } from './failure.ts';
import type { Fields, Format, StreamReader } from './format.ts';
import { incomplete, lacking, objectsIn, refuseError } from './reported-error.ts';
import { textBytes } from './usage.ts';

/** Events that only say that the work has begun. */
const openings: readonly unknown[] = ['response.created', 'response.queued', 'response.in_progress'];

/** The API of responses. Providers store none of them. */
export const responsesFormat: Format = {
  path: '/responses',
  counts: ['input_tokens', 'output_tokens'],
  fields: [
    ...samplingFields,
    ...['input', 'instructions', 'max_output_tokens', 'reasoning', 'text', 'truncation', 'include'],
  ],
  prepare: (body) => ({ ...body, store: false }),
  check(response) {
    refuseFailure(response);
    const { status = 'completed', output } = response;
    if (status === 'queued' || status === 'in_progress') throw incomplete();
    // A response that is `incomplete` for want of tokens is paid like any other, and may have nothing to show.
    if (status === 'completed') objectsIn(output, 'output');
    else if (!Array.isArray(output)) throw lacking('output');
  },
  stream: readEvents,
};

function readEvents(_asked: Fields, model: string): StreamReader {
  return {
    read(data) {
      refuseError(data);
      const { type, response } = data;
      if (type === 'response.failed' || type === 'response.cancelled') throw failed();
      const isOpening = openings.includes(type);
      if (!isObject(response)) return { event: { data }, isOpening, bytes: textBytes(data.delta) };
      refuseFailure(response);
      const { usage, service_tier: tier } = response;
      const isLast = type === 'response.completed' || type === 'response.incomplete';
      return { event: { data: { ...data, response: { ...response, model } } }, usage, tier, isOpening, isLast };
    },
    end() {
      throw incomplete();
    },
  };
}

function refuseFailure(response: Fields): void {
  refuseError(response);
  if (response.status === 'failed' || response.status === 'cancelled') throw failed();
}

function failed(): UpstreamFailure {
  return new UpstreamFailure('failed', 'The provider failed.');
}
