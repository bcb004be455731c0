import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress } from './network.ts';

/** Finds the caller and the public URL of a request that trusted proxies have forwarded. */
export interface Proxies {
  /** Address of the caller: the last one on the way that is not a trusted proxy. */
  ip(request: IncomingMessage): string;
  /** The URL at which callers reach the service, by what the trusted proxies say: scheme, host and prefix. */
  baseUrl(request: IncomingMessage, host: string): string;
}

/**
 * Trusts proxies by their addresses or CIDR ranges; throws for a text that is neither.
 *
 * `X-Forwarded-For` is read from its end, because the caller may have written everything before the first untrusted address.
 */
export function createProxies(ranges: readonly string[]): Proxies {
  const trusted = new BlockList();
  for (const range of ranges) add(trusted, range);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));

  /** The caller, and how many trusted proxies the request has passed. */
  function wayOf({ socket, headers }: IncomingMessage): { readonly caller: string; readonly hops: number } {
    let caller = plainAddress(socket.remoteAddress ?? '');
    if (ranges.length === 0) return { caller, hops: 0 };
    const named = String(headers['x-forwarded-for'] ?? '').split(',');
    let hops = 0;
    while (isTrusted(caller)) {
      hops += 1;
      const before = plainAddress(named.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      caller = before;
    }
    return { caller, hops };
  }

  return {
    ip: (request) => wayOf(request).caller,
    baseUrl(request, host) {
      const { hops } = wayOf(request);
      if (hops === 0) return `http://${host}`;
      const said = (name: string) => lastOf(request.headers[`x-forwarded-${name}`], hops);
      const [scheme = ''] = said('proto');
      const [named = ''] = said('host');
      // Each proxy that strips a prefix adds it behind those that were stripped before.
      const prefixes = said('prefix').map((each) => each.replace(/\/$/, ''));
      const prefix = prefixes.every(isPrefix) ? prefixes.join('') : '';
      return `${scheme === 'https' ? 'https' : 'http'}://${isHost(named) ? named : host}${prefix}`;
    },
  };
}

/** True for a host name or address, with or without a port. */
export function isHost(text: string): boolean {
  return /^[\w.:[\]-]+$/.test(text);
}

/** True for a path that a proxy may have in front of the service's own, `/shop`, and for none. */
function isPrefix(text: string): boolean {
  return /^(\/[\w.~-]+)*$/.test(text);
}

/** The values of a header that trusted proxies have added, the furthest first: a caller may have written those before. */
function lastOf(header: string | string[] | undefined, hops: number): readonly string[] {
  const values = String(header ?? '').split(',');
  return values.slice(-hops).map((value) => value.trim());
}

function add(trusted: BlockList, range: string): void {
  const [address = '', bits] = range.split('/');
  try {
    if (bits === undefined) trusted.addAddress(address, familyOf(address));
    else if (/^\d+$/.test(bits)) trusted.addSubnet(address, Number(bits), familyOf(address));
    else throw new Error('The prefix is no number.');
  } catch (error) {
    const message = `"${range}" is neither an address nor a CIDR range such as 10.0.0.0/8.`;
    throw new Error(message, { cause: error });
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}
