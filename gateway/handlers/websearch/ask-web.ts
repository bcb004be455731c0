import type { Handler } from '@tollwright/runtime/operation/handler';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import type { WebRequest } from '../../upstream/web-port.ts';
import { upstreamContextOf } from '../shared/call-upstream.ts';
import type { HandlerContext } from '../shared/context.ts';
import { failureReply } from './failure-reply.ts';

/** Forwards a request to the provider and responds with its JSON, or with its refusal, unchanged. */
export function askWeb<Body>(
  context: HandlerContext,
  toUpstreamRequest: (request: Body) => WebRequest,
): Handler<Body, never, never, never> {
  return async (call) => {
    try {
      return {
        status: 200,
        relayed: await context.upstream.askWeb(toUpstreamRequest(call.request), upstreamContextOf(call, context)),
      };
    } catch (failure) {
      if (failure instanceof UpstreamFailure) return failureReply(failure);
      throw failure;
    }
  };
}
