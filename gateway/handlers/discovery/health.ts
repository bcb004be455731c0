import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { modelsOn } from '../text/models-on.ts';

const status = 'ok';

/** Tells that the gateway is up, and its time. */
export function getHealth(tools: Tools): Handlers['get-health'] {
  return () => ({ status: 200, body: { status, time: timeOf(tools) } });
}

/** Tells how every part of the gateway is doing. */
export function getHealthOverview(tools: Tools): Handlers['get-health-overview'] {
  const parts = { gateway: status, chain: status, models: status, regions: status };
  return () => ({ status: 200, body: { status, time: timeOf(tools), parts } });
}

/** Tells in which networks and assets the gateway is paid. */
export function getHealthChain(tools: Tools): Handlers['get-health-chain'] {
  return ({ host: { payment } }) => ({
    status: 200,
    body: { status, time: timeOf(tools), network: payment?.network, asset: payment?.asset },
  });
}

/** Tells how each model is doing. */
export function getHealthModels(tools: Tools): Handlers['get-health-models'] {
  return ({ host }) => {
    const models = modelsOn(host).map(({ id }) => ({ id, status }));
    return { status: 200, body: { status, time: timeOf(tools), models } };
  };
}

/** Tells how each region is doing; this gateway runs in one place. */
export function getHealthRegions(tools: Tools): Handlers['get-health-regions'] {
  return () => ({ status: 200, body: { status, time: timeOf(tools), regions: [{ name: 'local', status }] } });
}

function timeOf({ services }: Tools): string {
  return new Date(services.clock.now()).toISOString();
}
