import type { Call } from '@tollwright/runtime/operation/handler';
import { Problem } from '@tollwright/runtime/operation/problem';
import { isAllowed } from '@tollwright/runtime/store/allowlist';
import { createId } from '@tollwright/runtime/system/random';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { complete } from './formats/complete.ts';
import { Completion } from './formats/completion.ts';
import { textsIn } from './formats/format.ts';
import { NativeContent } from './formats/native-content.ts';
import { NativeMessage } from './formats/native-message.ts';
import { wantedOfChat, wantedOfMessage } from './formats/tools.ts';
import { listModels } from './models.ts';
import { cancelResponse, createResponse, getResponse } from './responses.ts';

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

/** Completes a chat with the model that the body names. */
function createChatCompletion(context: HandlerContext): Handlers['create-chat-completion'] {
  return (call) => chat(context, call, call.request.model, call.request);
}

/** Completes a chat with the model that the path names. */
function createChatCompletionForModel(context: HandlerContext): Handlers['create-chat-completion-for-model'] {
  return (call) => chat(context, call, call.params.model, call.request);
}

/** The fields of a chat request that the response depends on; `model` may be in the path. */
interface ChatFields {
  /** Null is the content of a message that calls tools. */
  readonly messages: readonly { readonly role: string; readonly content: string | null }[];
  readonly max_tokens: number;
  readonly stream: boolean;
  readonly service_tier?: string;
}

/** Completes a chat with a model. */
export function chat(context: HandlerContext, call: Call, model: string, request: ChatFields) {
  const { clock, random } = context.services;
  const { max_tokens: maxTokens, service_tier: tier, stream } = request;
  const messages = request.messages.map(({ role, content }) => ({ role, content: content ?? '' }));
  const upstreamRequest = { model, messages, maxTokens, ...(tier !== undefined && { tier }), ...wantedOfChat(request) };
  const format = new Completion(createId(random, 'chatcmpl'), Math.floor(clock.now() / 1000), model);
  return complete(context, call, { request: upstreamRequest, format, stream });
}

/** Responds to a conversation in the Anthropic format. */
function createMessage(context: HandlerContext): Handlers['create-message'] {
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

/** True if a message has results of tools. */
function returnsResults(content: string | readonly { readonly type: string }[]): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_result');
}

/** The default of `maxOutputTokens`. */
const defaultMaxTokens = 1024;

/** Passes a request through to its provider for payers on the allowlist. */
function generateContent(context: HandlerContext): Handlers['generate-content'] {
  return async (call) => {
    if (call.payer === undefined || !(await isAllowed(context.services.store, call.payer))) {
      throw new Problem('payer-not-allowed');
    }
    const { model } = call.params;
    const { contents, generationConfig } = call.request;
    const messages = [{ role: 'user', content: textsIn(contents) }];
    const request = { model, messages, maxTokens: generationConfig?.maxOutputTokens ?? defaultMaxTokens };
    return complete(context, call, { request, format: new NativeContent(model), stream: false });
  };
}
