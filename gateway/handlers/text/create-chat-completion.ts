import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { chat } from './chat.ts';

/** Completes a chat with the model that the body names. */
export function createChatCompletion(context: HandlerContext): Handlers['create-chat-completion'] {
  return (call) => chat(context, call, call.request.model, call.request);
}
