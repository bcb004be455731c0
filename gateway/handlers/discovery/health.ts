import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { modelsOn } from '../text/models-on.ts';

const status = 'ok';

/** Returns that the gateway is up, and its time. */
export function getHealth(context: HandlerContext): Handlers['get-health'] {
  return () => ({ status: 200, body: { status, time: timeOf(context) } });
}

/** Returns the health of every part of the gateway. */
export function getHealthOverview(context: HandlerContext): Handlers['get-health-overview'] {
  const parts = { gateway: status, chain: status, models: status, regions: status };
  return () => ({ status: 200, body: { status, time: timeOf(context), parts } });
}

/** Returns the networks and assets in which the gateway is paid. */
export function getHealthChain(context: HandlerContext): Handlers['get-health-chain'] {
  return ({ host: { payment } }) => ({
    status: 200,
    body: { status, time: timeOf(context), network: payment?.network, asset: payment?.asset },
  });
}

/** Returns the health of each model. */
export function getHealthModels(context: HandlerContext): Handlers['get-health-models'] {
  return ({ host }) => {
    const models = modelsOn(host).map(({ id }) => ({ id, status }));
    return { status: 200, body: { status, time: timeOf(context), models } };
  };
}

/** Returns the health of each region; this gateway runs in one. */
export function getHealthRegions(context: HandlerContext): Handlers['get-health-regions'] {
  return () => ({ status: 200, body: { status, time: timeOf(context), regions: [{ name: 'local', status }] } });
}

function timeOf({ services }: HandlerContext): string {
  return new Date(services.clock.now()).toISOString();
}
