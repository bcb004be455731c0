import type { Reply } from '../operation.ts';
import { Problem } from '../problem.ts';
import type { CheckedRequest } from '../request-context.ts';
import { routeName } from '../route-name.ts';
import type { Identity, PipelineParts } from './parts.ts';

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
