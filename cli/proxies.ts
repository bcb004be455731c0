import { setGlobalProxyFromEnv } from 'node:http';
import { directHosts, isLoopback, outgoingAgent } from '@tollwright/runtime/http/outgoing';
import { setGlobalDispatcher } from 'undici';

/**
 * Lets `fetch` and `undici` use the proxies of `HTTPS_PROXY` and `HTTP_PROXY`, as every command does.
 *
 * The hosts of `NO_PROXY` and this machine are called directly.
 */
export function useEnvironmentProxies(): void {
  const { env } = process;
  setGlobalDispatcher(outgoingAgent());
  setGlobalProxyFromEnv({ ...env, no_proxy: directHosts(env) });
}

/** A notice that a proxy of the environment is not used for a URL on this machine; `undefined` if there is no such proxy. */
export function directNotice(
  url: string,
  proxy: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const { protocol, hostname } = new URL(url);
  const name = ['HTTPS_PROXY', 'HTTP_PROXY']
    .slice(protocol === 'https:' ? 0 : 1)
    .find((each) => env[each] || env[each.toLowerCase()]);
  if (proxy !== undefined || name === undefined || !isLoopback(hostname)) return undefined;
  return `${name} is set, but this machine is called directly. Use --proxy to send requests through a proxy.`;
}
