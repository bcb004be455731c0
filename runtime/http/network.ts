/** The networks that addresses of callers belong to. One machine can have every address of its network. */

import { isIPv4, isIPv6 } from 'node:net';

/** An address without the prefix by which IPv6 sockets write one of IPv4. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The caller that limits count: the address in IPv4, and in IPv6 the /64, which providers give to one customer. */
export function callerOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${prefixOf(plain)}::/64` : plain;
}

/** The network that has one share of what all callers share: the /24 of IPv4, and the /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIPv4(plain) ? plain.replace(/\d+$/, '0/24') : callerOf(plain);
}

/** The first four groups of an IPv6 address, each without leading zeros. */
function prefixOf(address: string): string {
  const [left = '', right] = address.replace(/%.*$/, '').split('::');
  const head = groupsOf(left);
  const tail = groupsOf(right ?? '');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = right === undefined ? head : [...head, ...zeros, ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The groups of a part of an address. An IPv4 address at its end stands for two, which no prefix reaches. */
function groupsOf(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
