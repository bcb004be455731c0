import { type Log, silentLog } from '../logging/log.ts';
import { createProvider, type Provider, type ProviderOptions } from '../upstream/provider.ts';

/** Providers that a test has created. */
export interface TestProviders {
  at(baseUrl: string, options?: Partial<ProviderOptions>): Provider;
  close(): Promise<void>;
}

/** Makes providers that wait for nothing at random. */
export function startProviders(log: Log = silentLog): TestProviders {
  const closing: (() => Promise<unknown>)[] = [];
  const services = {
    clock: { now: () => 0, advance() {}, reset() {} },
    log,
    random: { bytes: (count: number) => new Uint8Array(count) },
    onClose: (close: () => Promise<unknown>) => void closing.push(close),
  };
  return {
    at: (baseUrl, options) => createProvider(services, { baseUrl, retries: 0, ...options }),
    async close() {
      await Promise.all(closing.map((close) => close()));
    },
  };
}
