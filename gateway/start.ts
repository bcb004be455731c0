import {
  type Alteration,
  type ApiKey,
  type ControlOptions,
  createGateway,
  type Fund,
  type GatewayOptions as RuntimeOptions,
} from '@tollwright/runtime/gateway/create';
import type { Micro } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Settler } from '@tollwright/runtime/payment/settler';
import { outcomes } from '#generated/errors.ts';
import { builtIn, findHost, lifecycles, receivers } from './built-in.ts';
import { rotateSecret } from './handlers/shared/secret.ts';
import { pollSecret } from './handlers/video/generate-video.ts';
import { payeeOf } from './payee.ts';

export type { Alteration, Fund, Parts } from '@tollwright/runtime/gateway/create';

/** Options of a gateway. */
export interface GatewayOptions {
  /** Id of an emitted host, or the definition of a host of another service, whose operations answer 501. */
  readonly host: string | HostDefinition;
  /** Service of a host that is not built in. */
  readonly service?: OtherService;
  /** 0 is any free port. */
  readonly port: number;
  /** Interface to listen on; loopback by default. */
  readonly hostname?: string;
  /** Database file of this process alone, or `postgres:` URL that several share; without it the state is in memory. */
  readonly store?: string;
  /** Interface that the control API listens on; loopback by default, whatever the gateway listens on. */
  readonly controlHostname?: string;
  /** With a token, the control API listens here; any free port by default. */
  readonly controlPort?: number;
  readonly controlToken?: string;
  /** Micro-USDC of an unfunded wallet; 0 by default. */
  readonly defaultBalance?: Micro;
  /** Address that is paid; by default one of the embedded ledger whose key is unknown. */
  readonly payTo?: string;
  /** Moves the funds; by default on the embedded ledger. Closed with the gateway. */
  readonly settler?: Settler;
  /** Wallets of the embedded ledger with their first balances. */
  readonly funds?: readonly Fund[];
  /** API keys to register at start-up. */
  readonly apiKeys?: readonly ApiKey[];
  /** Seed of the simulated upstream. */
  readonly seed?: number;
  /** With a port, the admin interface listens there, 0 for any that is free. */
  readonly adminPort?: number;
  /** Interface that the admin interface listens on; loopback by default. */
  readonly adminHostname?: string;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-` headers are trusted. */
  readonly trustedProxies?: readonly string[];
  /** URL at which callers reach the gateway, such as `https://api.example/shop`; by default each request tells. */
  readonly publicUrl?: string;
  /** Signs URLs with a new key, from a minute after the start. */
  readonly rotateKeys?: boolean;
  /** Level of the log; silent by default. */
  readonly log?: string;
}

/** Service of a project, which serves its hosts. */
export interface OtherService
  extends Pick<RuntimeOptions, 'handlers'>, Partial<Pick<RuntimeOptions, 'checks' | 'recover' | 'findAccepted'>> {
  /** Events and outcomes that the control API of a test deployment can deliver and script. */
  readonly control?: Omit<ControlOptions, 'token'>;
}

/** A running gateway. */
export interface Gateway {
  readonly url: string;
  /** Address that is paid. */
  readonly payTo: string;
  readonly controlUrl?: string;
  readonly adminUrl?: string;
  /** Writes a copy of the store to a new file; only where the store is a file. */
  readonly backup?: (file: string) => Promise<void>;
  /** Stops serving once the calls in progress have ended. */
  close(): Promise<void>;
}

/** Starts the gateway of one host. Throws an error that names the reason when it cannot start. */
export async function startGateway(options: GatewayOptions, alter: Alteration = (parts) => parts): Promise<Gateway> {
  const { hostname, controlHostname, port, controlPort = 0, controlToken, seed = 1, log } = options;
  const host = typeof options.host === 'string' ? findHost(options.host) : options.host;
  const { control: controls = {}, ...own } = options.service ?? { control: { receivers, outcomes } };
  const served = host === options.host ? { host, handlers: {}, ...own } : builtIn(host, seed);
  const { adminPort, adminHostname, rotateKeys, trustedProxies, publicUrl } = options;
  const { payTo = payeeOf(host), store, settler, defaultBalance, funds, apiKeys } = options;
  const gateway = await createGateway(
    {
      ...served,
      lifecycles,
      payTo,
      ...(store !== undefined && { store }),
      ...(settler && { settler }),
      ...(defaultBalance !== undefined && { defaultBalance }),
      admin: adminPort !== undefined,
      ...(trustedProxies && { trustedProxies }),
      ...(publicUrl !== undefined && { publicUrl }),
      ...(funds && { funds }),
      ...(apiKeys && { apiKeys }),
      ...(log !== undefined && { logLevel: log }),
      ...(controlToken !== undefined && { control: { ...controls, token: controlToken } }),
    },
    (parts) => {
      const altered = alter(parts);
      if ('replace' in served) served.replace(altered.services);
      return altered;
    },
  );
  const { control, admin, close, services } = gateway;
  const { backup } = services.store;
  try {
    if (rotateKeys) await rotateSecret(services, pollSecret);
    const { url } = await gateway.listen(port, hostname);
    const controlled = await control?.listen(controlPort, controlHostname);
    const administered = await admin?.listen(adminPort ?? 0, adminHostname);
    return {
      url,
      payTo,
      close,
      ...(backup && { backup }),
      ...(controlled && { controlUrl: controlled.url }),
      ...(administered && { adminUrl: administered.url }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}
