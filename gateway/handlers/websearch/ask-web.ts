import type { Handler } from '@tollwright/runtime/operation';
import type { Tools } from '../../tools.ts';
import { UpstreamFailure } from '../../upstream/failure.ts';
import type { WebAsk } from '../../upstream/web-port.ts';
import { occasionOf } from '../asking.ts';
import { failureReply } from './failure-reply.ts';

/** Asks the provider what a request asks for and answers with its JSON, or with its refusal, as it is. */
export function askWeb<Body>(tools: Tools, askOf: (request: Body) => WebAsk): Handler<Body> {
  return async (call) => {
    try {
      return { status: 200, body: await tools.upstream.askWeb(askOf(call.request), occasionOf(call, tools)) };
    } catch (failure) {
      if (failure instanceof UpstreamFailure) return failureReply(failure);
      throw failure;
    }
  };
}
