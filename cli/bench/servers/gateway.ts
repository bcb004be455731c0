import { type GatewayOptions, startGateway } from '#gateway/start.ts';
import { sayCpu } from './announce.ts';

/**
 * Our own gateway on free ports, with the options in its argument as JSON; with a store every wallet is funded.
 *
 * It sends its URL, then that of its admin interface or its control API.
 */
const options: Omit<GatewayOptions, 'port'> = JSON.parse(process.argv[2] ?? '{}');
const gateway = await startGateway({
  ...options,
  port: 0,
  ...(options.store !== undefined && { defaultBalance: 10n ** 15n }),
});
sayCpu();
process.send?.([gateway.url, gateway.adminUrl ?? gateway.controlUrl ?? ''].join(' ').trim());
