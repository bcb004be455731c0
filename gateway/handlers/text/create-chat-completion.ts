import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { chat } from './chat.ts';

/** Completes a chat with the model that the body names. */
export function createChatCompletion(tools: Tools): Handlers['create-chat-completion'] {
  return (call) => chat(tools, call, call.request.model, call.request);
}
