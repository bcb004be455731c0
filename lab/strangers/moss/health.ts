import { iso, now } from './clock.ts';
import { ok } from './http.ts';
import { enforce } from './limits.ts';
import type { Operation } from './operation.ts';

const PATHS = ['/api/health', '/v1/health/overview', '/v1/health/chain', '/v1/health/models', '/v1/health/regions'];

/** Health of the gateway. */
export const healthOperations: Operation[] = PATHS.map((path) => ({
  methods: ['GET'],
  path,
  summary: 'Health',
  open: true,
  handle: (call) => {
    enforce({ name: 'health', calls: 60, seconds: 60 }, call.ip);
    return ok({ status: 'ok', time: iso(now()) });
  },
}));
