import type { ControlOptions, GatewayOptions } from '@tollwright/runtime/gateway/create';

/** How the hosts of a project are served: `service` of its `gateway.ts`. */
export interface Service {
  readonly handlers: GatewayOptions['handlers'];
  readonly control: Omit<ControlOptions, 'token'>;
}

/** The module that generates answers for operations without a handler. */
export interface SimulationRoom {
  simulate(service: Service, host: string, generated: string): Promise<Service>;
}

/**
 * Completes a service: operations without a handler answer with an example or with a value made from the schema of their
 * response, and with the header `tollwright-simulated`.
 *
 * The module is imported by URL, which compilers do not follow: type-checking a project does not check this package.
 *
 * @example
 * const gateway = await openGateway({ payTo }, await simulate(service, 'gateway'));
 */
export async function simulate(service: Service, host: string, generated = 'generated'): Promise<Service> {
  const room: SimulationRoom = await import(new URL('./simulate/service.ts', import.meta.url).href);
  return room.simulate(service, host, generated);
}
