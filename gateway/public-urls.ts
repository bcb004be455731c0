import { isPublicUrl } from '@tollwright/runtime/http/public-url';
import type { CompiledCondition, HostDefinition, Route } from '@tollwright/runtime/operation';
import { read } from '@tollwright/runtime/values';

/** Fields of requests whose URL is fetched on behalf of the caller, by operation. */
const fetched: Readonly<Record<string, string>> = {
  'enroll-portrait': 'image_url',
  'enroll-realface': 'image_url',
};

/** Makes a host refuse URLs that lead into a private network, before any price is told. */
export function guardingUrls(host: HostDefinition): HostDefinition {
  return { ...host, routes: host.routes.map(guarded) };
}

function guarded(route: Route): Route {
  const field = fetched[route.operation.id];
  if (field === undefined) return route;
  const condition: CompiledCondition = {
    id: `${route.operation.id}.public-url`,
    message: `${field} must be an https URL on the public internet`,
    error: 'invalid-body',
    names: field,
    // Whether there is an address at all the operation's own rules say.
    holds: (input) => {
      const address = read(input, 'request', field);
      return typeof address !== 'string' || isPublicUrl(address);
    },
  };
  return { ...route, conditions: [...route.conditions, condition] };
}
