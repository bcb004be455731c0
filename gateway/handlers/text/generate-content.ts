import { Problem } from '@tollwright/runtime/operation/problem';
import { isAllowed } from '@tollwright/runtime/store/allowlist';
import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { complete } from './formats/complete.ts';
import { textsIn } from './formats/format.ts';
import { NativeContent } from './formats/native-content.ts';

/** The default of `maxOutputTokens`. */
const usualBound = 1024;

/** Passes a request through to its provider for payers on the allowlist. */
export function generateContent(context: HandlerContext): Handlers['generate-content'] {
  return async (call) => {
    if (call.payer === undefined || !(await isAllowed(context.services.store, call.payer))) {
      throw new Problem('payer-not-allowed');
    }
    const { model } = call.params;
    const { contents, generationConfig } = call.request;
    const messages = [{ role: 'user', content: textsIn(contents) }];
    const request = { model, messages, maxTokens: generationConfig?.maxOutputTokens ?? usualBound };
    return complete(context, call, { request, format: new NativeContent(model), stream: false });
  };
}
