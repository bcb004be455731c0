import type { Reply } from '../operation/handler.ts';
import { routeName } from '../operation/operation.ts';
import { Problem } from '../operation/problem.ts';
import type { Identity, PipelineParts } from './parts.ts';
import type { CheckedRequest } from './request-context.ts';

/** Calls the handler of the operation. */
export function callHandler(
  { host, handlers, services }: PipelineParts,
  { route, input, incoming }: CheckedRequest,
  identity: Identity,
): Promise<Reply> | Reply {
  const handler = handlers[route.operation.id];
  if (!handler) throw new Problem('not-implemented');
  const { ip, origin, headers, signal } = incoming;
  const scripted = () => services.script.take(routeName(route));
  return handler({ ...input, ...identity, route, host, ip, origin, headers, signal, scripted });
}
