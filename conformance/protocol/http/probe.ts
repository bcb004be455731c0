import type { Invocation } from '../../http/exchange.ts';

/** A request to a path that need not belong to any operation, with the API key where `auth` says so. */
export function probe(method: 'GET' | 'POST', path: string, auth: 'none' | 'key' = 'none'): Invocation {
  return {
    operation: {
      id: 'probe',
      area: '',
      summary: 'A path that the suite calls',
      method,
      path,
      template: path,
      wide: [],
      segments: {},
      responses: [],
      auth,
      errors: [],
      conditions: [],
      ensures: [],
      example: {},
      from: [],
      status: 'derived',
    },
    ...(method === 'POST' && { body: {} }),
  };
}
