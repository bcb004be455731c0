/** Texts and bytes, by means that Node and browsers both have. */

/** Writes bytes in base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  // `String.fromCharCode` takes its characters as arguments, whose number engines limit.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return btoa(binary);
}

/** Reads base64, base64url too; throws for any other text. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
}

/** Random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Writes a JSON value in base64, as headers carry it. */
export function encodeJson(value: unknown): string {
  return encodeBase64(new TextEncoder().encode(JSON.stringify(value)));
}

/** Reads a header that carries JSON in base64; `undefined` for any other. */
export function decodeJson(header: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(decodeBase64(header)));
  } catch {
    return undefined;
  }
}

/** Reads JSON; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
