import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { chat } from './chat.ts';

/** Completes a chat with the model that the path names. */
export function createChatCompletionForModel(context: HandlerContext): Handlers['create-chat-completion-for-model'] {
  return (call) => chat(context, call, call.params.model, call.request);
}
