/** Normalizes an address: hexadecimal ones are lower-case, base58 ones are case-sensitive. */
export function addressId(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}

/** True if two addresses are the same; the case of hexadecimal ones does not count. */
export function sameAddress(left: unknown, right: string): boolean {
  return typeof left === 'string' && addressId(left) === addressId(right);
}
