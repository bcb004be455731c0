import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { complete } from './complete.ts';

/** Completes a chat with the model that the body names. */
export function createChatCompletion(tools: Tools): Handlers['create-chat-completion'] {
  return (call) => complete(tools, call, call.request.model, call.request);
}
