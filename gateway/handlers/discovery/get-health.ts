import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';

/** Tells that the gateway is up, and its time. */
export function getHealth(tools: Tools): Handlers['get-health'] {
  return () => ({ status: 200, body: { status: 'ok', time: new Date(tools.services.clock.now()).toISOString() } });
}
