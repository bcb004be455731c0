import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { cancelResponse } from './cancel-response.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createChatCompletionForModel } from './create-chat-completion-for-model.ts';
import { createMessage } from './create-message.ts';
import { createResponse } from './create-response.ts';
import { generateContent } from './generate-content.ts';
import { getResponse } from './get-response.ts';
import { listModels } from './list-models.ts';

/** The handlers of text models. */
export function textHandlers(tools: Tools) {
  return {
    'cancel-response': cancelResponse(tools),
    'create-chat-completion': createChatCompletion(tools),
    'create-chat-completion-for-model': createChatCompletionForModel(tools),
    'create-message': createMessage(tools),
    'create-response': createResponse(tools),
    'generate-content': generateContent(tools),
    'get-response': getResponse(tools),
    'list-models': listModels(),
  } satisfies Partial<Handlers>;
}
