/** Decodes a header that carries JSON in base64; `undefined` for any other. */
export function decodeJson(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString());
  } catch {
    return undefined;
  }
}
