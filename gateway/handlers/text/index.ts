import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { cancelResponse } from './cancel-response.ts';
import { createChatCompletion } from './create-chat-completion.ts';
import { createChatCompletionForModel } from './create-chat-completion-for-model.ts';
import { createMessage } from './create-message.ts';
import { createResponse } from './create-response.ts';
import { generateContent } from './generate-content.ts';
import { getResponse } from './get-response.ts';
import { listModels } from './list-models.ts';

/** The handlers of text models. */
export function textHandlers(context: HandlerContext) {
  return {
    'cancel-response': cancelResponse(context),
    'create-chat-completion': createChatCompletion(context),
    'create-chat-completion-for-model': createChatCompletionForModel(context),
    'create-message': createMessage(context),
    'create-response': createResponse(context),
    'generate-content': generateContent(context),
    'get-response': getResponse(context),
    'list-models': listModels(),
  } satisfies Partial<Handlers>;
}
