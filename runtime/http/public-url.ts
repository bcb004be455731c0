/** Checks URLs that callers give: a gateway fetches none that leads into a private network. */

import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not the public internet (RFC 6890 and its successors). */
const private4 = networks('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/** The IPv6 networks that are routed, and the exceptions among them. */
const routed6 = networks('ipv6', ['2000::/3']);
const private6 = networks('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** IPv4 addresses written as IPv6 addresses. */
const mapped = networks('ipv6', ['::ffff:0:0/96']);

/** Endings of host names that only resolve within a network. */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * True for an address of the public internet.
 *
 * Code that fetches a URL must check the address that its name resolved to, connect to that very address, and check
 * every redirect with `isPublicUrl`: a name may resolve to any address by the time it is looked up.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !private4.check(address, 'ipv4');
    case 6:
      // A block list looks for IPv4 addresses within IPv6 ones by itself.
      if (mapped.check(address, 'ipv6')) return !private4.check(address, 'ipv6');
      return routed6.check(address, 'ipv6') && !private6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** True for an https URL without credentials whose host is, as far as its name tells, on the public internet. */
export function isPublicUrl(text: string): boolean {
  // The parser writes every spelling of an IPv4 address, decimal, octal and hexadecimal ones included, with four dots.
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/\.$/, '');
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) return isPublicAddress(address);
  return host.includes('.') && !localNames.test(host);
}

function networks(family: 'ipv4' | 'ipv6', listed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of listed) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
