import { createGateway, type Gateway, type GatewayOptions } from '@tollwright/runtime/gateway/create';
import { hosts } from './generated/hosts/index.ts';
import { createHandlers } from './handlers/index.ts';

/** What the host is served with; `tollwright serve` reads it here as well. */
export const service = { handlers: createHandlers };

/** Opens the gateway; it is then ready to listen. */
export async function openGateway(options: Omit<GatewayOptions, 'host' | 'handlers'>): Promise<Gateway> {
  const { weather: host } = hosts;
  if (!host) throw new Error('There is no host "weather". Run "npm run generate".');
  return createGateway({ ...options, host, handlers: createHandlers });
}
