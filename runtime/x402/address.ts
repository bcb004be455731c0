/** Brings an address to the one spelling by which it is known: hexadecimal has no case, base58 has. */
export function addressId(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}

/** Whether two addresses are the same; the case of hexadecimal ones does not count. */
export function sameAddress(left: unknown, right: string): boolean {
  return typeof left === 'string' && addressId(left) === addressId(right);
}
