import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { chat } from './chat.ts';

/** Completes a chat with the model that the path names. */
export function createChatCompletionForModel(tools: Tools): Handlers['create-chat-completion-for-model'] {
  return (call) => chat(tools, call, call.params.model, call.request);
}
