/** Identifies a gateway at a facilitator: by fixed headers, or by a token that it signs for each request. */

import { createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Makes the headers of a request. */
export type Authorize = (method: string, url: URL) => Readonly<Record<string, string>>;

/** The credentials of a gateway at a facilitator. */
export interface FacilitatorKey {
  /** The key, or with `id` the secret that signs the token of each request. */
  readonly key?: string;
  /** Id of the key. Facilitators that give you one expect a JSON Web Token for each request. */
  readonly id?: string;
  /** Further headers, one a line: `X-Api-Key: …`. */
  readonly headers?: string;
}

/** Reads the credentials of a gateway. Throws where it cannot read the secret, and does not repeat it. */
export function createAuthorize({ key, id, headers = '' }: FacilitatorKey): Authorize {
  const fixed = headersIn(headers);
  if (key === undefined) return () => fixed;
  if (id === undefined) return () => ({ ...fixed, authorization: `Bearer ${key}` });
  const signer = signerOf(key);
  return (method, url) => ({ ...fixed, authorization: `Bearer ${tokenFor(signer, id, method, url)}` });
}

function headersIn(text: string): Readonly<Record<string, string>> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.map((line) => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*(.+?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Error('A header for the facilitator must have the form "Name: value", one a line.');
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(entries);
}

/** Reads a secret: an Ed25519 key of 32 or 64 bytes in base64, or a key in PEM, whose line breaks may be written `\n`. */
function signerOf(secret: string): KeyObject {
  try {
    if (secret.includes('-----BEGIN')) return createPrivateKey(secret.replaceAll('\\n', '\n'));
    const bytes = Buffer.from(secret, 'base64');
    if (bytes.length !== 32 && bytes.length !== 64) throw new RangeError('The secret has another length.');
    // RFC 8410: the prefix of the 32 bytes of an Ed25519 key.
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
    return createPrivateKey({ key: Buffer.concat([prefix, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
  } catch {
    throw new Error('The key of the facilitator is neither an Ed25519 key in base64 nor a key in PEM.');
  }
}

/** Seconds for which a token is valid. */
const lifetime = 120;

/** A JSON Web Token (RFC 7519) for one request, as the facilitator of Coinbase expects it. */
function tokenFor(signer: KeyObject, id: string, method: string, { host, pathname }: URL): string {
  const isEd25519 = signer.asymmetricKeyType === 'ed25519';
  const now = Math.floor(Date.now() / 1000);
  const header = {
    alg: isEd25519 ? 'EdDSA' : 'ES256',
    typ: 'JWT',
    kid: id,
    nonce: randomBytes(16).toString('hex'),
  };
  const claims = {
    iss: 'cdp',
    sub: id,
    iat: now,
    nbf: now,
    exp: now + lifetime,
    uris: [`${method} ${host}${pathname}`],
  };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const data = Buffer.from(signed);
  const signature = isEd25519
    ? sign(null, data, signer)
    : sign('sha256', data, { key: signer, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
