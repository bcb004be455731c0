import type { Call } from '@tollwright/runtime/operation/handler';
import { createId } from '@tollwright/runtime/system/random';
import type { HandlerContext } from '../shared/context.ts';
import { complete } from './formats/complete.ts';
import { Completion } from './formats/completion.ts';
import { wantedOfChat } from './formats/tools.ts';

/** The fields of a chat request that the response depends on; `model` may be in the path. */
export interface ChatFields {
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
