import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { complete } from './complete.ts';

/** Completes a chat with the model that the path names. */
export function createChatCompletionForModel(tools: Tools): Handlers['create-chat-completion-for-model'] {
  return (call) => complete(tools, call, call.params.model, call.request);
}
