import { createId } from '@tollwright/runtime/system/random';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { complete } from './formats/complete.ts';
import { textsIn } from './formats/format.ts';
import { NativeMessage } from './formats/native-message.ts';
import { wantedOfMessage } from './formats/tools.ts';

/** Responds to a conversation in the Anthropic format. */
export function createMessage(context: HandlerContext): Handlers['create-message'] {
  return (call) => {
    const { model, messages, system, max_tokens: maxTokens, stream } = call.request;
    const said = messages.map(({ role, content }) => ({
      role: returnsResults(content) ? 'tool' : role,
      content: textsIn(content),
    }));
    const instructions = system === undefined ? [] : [{ role: 'system', content: textsIn(system) }];
    const request = { model, messages: [...instructions, ...said], maxTokens, ...wantedOfMessage(call.request) };
    const format = new NativeMessage(createId(context.services.random, 'msg'), model);
    return complete(context, call, { request, format, stream });
  };
}

/** Whether a message returns what tools have returned. */
function returnsResults(content: string | readonly { readonly type: string }[]): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_result');
}
