import { type Alteration, type Gateway, type GatewayOptions, type Parts, startGateway } from '#gateway/start.ts';
import { type Interceptor, startProxy } from './proxy.ts';

/** How a gateway differs from ours. Both functions are called once for each gateway, so their state belongs to it. */
export interface Deviation {
  /** Changes the parts that the gateway is made of. */
  readonly alter?: Alteration;
  /** Intercepts requests before the gateway, for changes that the parts cannot express; it gets the altered parts. */
  readonly intercept?: (parts: Parts) => Interceptor;
}

/** Starts a gateway that deviates from ours; its URL is that of its proxy, if it has one. */
export async function startAltered({ alter, intercept }: Deviation, options: GatewayOptions): Promise<Gateway> {
  let altered: Parts | undefined;
  const gateway = await startGateway(options, (parts) => {
    altered = alter?.(parts) ?? parts;
    return altered;
  });
  if (!intercept || !altered) return gateway;

  const proxy = await startProxy(gateway.url, intercept(altered));
  return {
    ...gateway,
    url: proxy.url,
    async close() {
      await proxy.close();
      await gateway.close();
    },
  };
}
