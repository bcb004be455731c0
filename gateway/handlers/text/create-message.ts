import { createId } from '@tollwright/runtime/random';
import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { complete } from './complete.ts';
import { textsIn } from './format.ts';
import { NativeMessage } from './native-message.ts';

/** Answers a conversation in the Anthropic format. */
export function createMessage(tools: Tools): Handlers['create-message'] {
  return (call) => {
    const { model, messages, system, max_tokens: maxTokens, stream } = call.request;
    const said = messages.map(({ role, content }) => ({ role, content: textsIn(content) }));
    const told = system === undefined ? [] : [{ role: 'system', content: textsIn(system) }];
    const ask = { model, messages: [...told, ...said], maxTokens };
    const format = new NativeMessage(createId(tools.services.random, 'msg'), model);
    return complete(tools, call, { ask, format, stream });
  };
}
