import type { Handler } from '@tollwright/runtime/operation';
import type { HandlerContext } from '../../handler-context.ts';
import { UpstreamFailure } from '../../upstream/failure.ts';
import type { WebRequest } from '../../upstream/web-port.ts';
import { upstreamContextOf } from '../call-upstream.ts';
import { failureReply } from './failure-reply.ts';

/** Asks the provider what a request asks for and answers with its JSON, or with its refusal, as it is. */
export function askWeb<Body>(context: HandlerContext, askOf: (request: Body) => WebRequest): Handler<Body> {
  return async (call) => {
    try {
      return {
        status: 200,
        body: await context.upstream.askWeb(askOf(call.request), upstreamContextOf(call, context)),
      };
    } catch (failure) {
      if (failure instanceof UpstreamFailure) return failureReply(failure);
      throw failure;
    }
  };
}
