import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { plainAddress } from './network.ts';

/** Finds the caller and the public URL of a request that trusted proxies have forwarded. */
export interface Proxies {
  /** Address of the caller: the last one on the way that is not a trusted proxy. */
  ip(request: IncomingMessage): string;
  /** The URL at which callers reach the service, by what the nearest trusted proxy says: scheme, host and prefix. */
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

  function ip({ socket, headers }: IncomingMessage): string {
    let address = plainAddress(socket.remoteAddress ?? '');
    if (ranges.length === 0) return address;
    const named = String(headers['x-forwarded-for'] ?? '').split(',');
    while (isTrusted(address)) {
      const before = plainAddress(named.pop()?.trim() ?? '');
      if (isIP(before) === 0) break;
      address = before;
    }
    return address;
  }

  return {
    ip,
    baseUrl({ socket, headers }, host) {
      if (ranges.length === 0 || !isTrusted(plainAddress(socket.remoteAddress ?? ''))) return `http://${host}`;
      const scheme = nearest(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
      const named = nearest(headers['x-forwarded-host']);
      const prefix = nearest(headers['x-forwarded-prefix']).replace(/\/$/, '');
      return `${scheme}://${isHost(named) ? named : host}${isPrefix(prefix) ? prefix : ''}`;
    },
  };
}

/** True for a host name or address, with or without a port. */
export function isHost(text: string): boolean {
  return /^[\w.:[\]-]+$/.test(text);
}

/** True for a path that a proxy may have in front of the service's own: `/shop`. */
function isPrefix(text: string): boolean {
  return /^(\/[\w.~-]+)+$/.test(text);
}

/** The value that the nearest proxy has added to a header. */
function nearest(header: string | string[] | undefined): string {
  return (
    String(header ?? '')
      .split(',')
      .at(-1)
      ?.trim() ?? ''
  );
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
