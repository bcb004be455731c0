/** Outgoing connections: direct, or through a proxy. */

import { rootCertificates } from 'node:tls';
import { EnvHttpProxyAgent } from 'undici';

/** Addresses of this machine, which are called directly. */
const loopback = ['localhost', '127.0.0.1', '::1'];

/**
 * Creates the agent for outgoing requests.
 *
 * It obeys `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, and calls this machine directly. With `proxy`, the URL of a proxy,
 * every request goes through that proxy instead. With `ca`, PEM texts of certificates, servers whose certificates they signed
 * are trusted too.
 */
export function outgoingAgent(
  { ca, ...given }: EnvHttpProxyAgent.Options & { readonly ca?: string } = {},
  proxy?: string,
): EnvHttpProxyAgent {
  const options = ca === undefined ? given : trusting(given, ca);
  if (proxy !== undefined)
    return new EnvHttpProxyAgent({ ...options, httpProxy: proxy, httpsProxy: proxy, noProxy: '' });
  return new EnvHttpProxyAgent({ ...options, noProxy: directHosts(process.env) });
}

/** Options that trust more certificates, for servers behind a proxy too. */
function trusting({ connect, ...options }: EnvHttpProxyAgent.Options, ca: string): EnvHttpProxyAgent.Options {
  const trusted = { ca: [...rootCertificates, ca] };
  return { ...options, connect: { ...connect, ...trusted }, requestTls: trusted, proxyTls: trusted };
}

/** True for a host name of this machine. */
export function isLoopback(hostname: string): boolean {
  return loopback.includes(hostname.replace(/^\[|\]$/g, ''));
}

/** Hosts that are called without a proxy, as `NO_PROXY` lists them. */
export function directHosts({ no_proxy, NO_PROXY }: NodeJS.ProcessEnv): string {
  return [no_proxy ?? NO_PROXY ?? '', ...loopback].join(',');
}
