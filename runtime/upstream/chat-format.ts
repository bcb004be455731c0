/** Chat completions, in the format of OpenAI and compatible providers. */

import { isObject } from '../values/json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Fields, Format, StreamReader } from './format.ts';
import { incomplete, lacking, objectsIn, refuseError } from './reported-error.ts';
import { textBytes } from './usage.ts';

/** Fields that chat completions and responses have in common. */
export const samplingFields = [
  'temperature',
  'top_p',
  'top_logprobs',
  'parallel_tool_calls',
  'tool_choice',
  'tools',
  'stream',
  'user',
];

/** Finish reasons that mean a failure of the provider: the first at OpenRouter and Mistral, the second at DeepSeek. */
const failures: readonly unknown[] = ['error', 'insufficient_system_resource'];

/** The API of `POST /chat/completions`. */
export const chatFormat: Format = {
  path: '/chat/completions',
  counts: ['prompt_tokens', 'completion_tokens'],
  fields: [
    ...samplingFields,
    ...['messages', 'max_tokens', 'stop', 'seed', 'logprobs', 'logit_bias', 'response_format', 'reasoning_effort'],
    ...['presence_penalty', 'frequency_penalty', 'stream_options', 'verbosity'],
  ],
  // A stream has its usage only when the request asks for it.
  prepare: (body) => (body.stream ? { ...body, stream_options: { include_usage: true } } : body),
  check(completion) {
    refuseError(completion);
    for (const choice of objectsIn(completion.choices, 'choices')) {
      refuseChoice(choice);
      if (!isObject(choice.message)) throw lacking('choices[].message');
    }
  },
  stream: readChunks,
};

function readChunks({ stream_options: options }: Fields, model: string): StreamReader {
  const asksForUsage = isObject(options) && options.include_usage === true;
  /** Choices that have begun, and those that have ended. */
  const [begun, ended] = [new Set<unknown>(), new Set<unknown>()];

  return {
    read(chunk) {
      refuseError(chunk);
      const choices = Array.isArray(chunk.choices) ? chunk.choices.filter(isObject) : [];
      for (const choice of choices) {
        refuseChoice(choice);
        begun.add(choice.index ?? 0);
        if (choice.finish_reason) ended.add(choice.index ?? 0);
      }
      // Groq reports the usage under a name of its own as well.
      const { usage = isObject(chunk.x_groq) ? chunk.x_groq.usage : undefined, service_tier: tier } = chunk;
      const isExtra = choices.length === 0 && isObject(chunk.usage) && !asksForUsage;
      if (isExtra) return { usage, tier };
      const bytes = choices.reduce((sum, { delta }) => sum + textBytes({ ...Object(delta), role: '' }), 0);
      const event = { data: { ...chunk, model } };
      return { usage, tier, bytes, event, isOpening: !choices.some(saysSomething) };
    },
    end(isDone) {
      if (begun.size === 0) throw lacking('choices');
      if (!isDone && ended.size < begun.size) throw incomplete();
      return { data: '[DONE]' };
    },
  };
}

function refuseChoice({ error, finish_reason: reason, message, delta }: Fields): void {
  for (const part of [{ error }, message, delta]) if (isObject(part)) refuseError({ error: part.error });
  if (failures.includes(reason))
    throw new UpstreamFailure('failed', 'The provider failed before the end of its answer.');
}

/** Whether a choice of a chunk has anything besides its role. */
function saysSomething({ delta, finish_reason: reason }: Fields): boolean {
  const isNothing = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);
  const said = Object.entries(isObject(delta) ? delta : {});
  return Boolean(reason) || said.some(([name, value]) => name !== 'role' && !isNothing(value));
}
