import { type Gateway, type GatewayOptions, type Parts, startGateway } from '#gateway/start.ts';
import type { Fault } from '../faults/fault.ts';
import { serveFront } from './front.ts';

/** Starts a gateway with a fault in it; without one it is healthy. Its URL is that of its front where it has one. */
export async function startFaulty(
  { alter = (parts) => parts, front }: Pick<Fault, 'alter' | 'front'>,
  options: GatewayOptions,
): Promise<Gateway> {
  const broken: Parts[] = [];
  const gateway = await startGateway(options, (whole) => {
    const parts = alter(whole);
    broken.push(parts);
    return parts;
  });
  const [parts] = broken;
  if (!front || !parts) return gateway;

  const before = await serveFront(gateway.url, front(parts));
  return {
    ...gateway,
    url: before.url,
    async close() {
      await before.close();
      await gateway.close();
    },
  };
}
