/** Decompresses bodies. Some providers compress them although the request did not ask for it. */

import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';

type Body = AsyncIterable<Uint8Array>;

/** Makes the decoder of a body by its first bytes. */
type Decoder = (first: Uint8Array) => Transform;

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // The standard asks for the header of zlib, which some servers leave out.
  deflate: ([byte = 0]) => ((byte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/**
 * Decodes a body by its `Content-Encoding`, the last encoding first.
 *
 * It ignores names that are no compression, such as `identity` or `utf-8`.
 */
export function decoded(body: Body, contentEncoding: string): Body {
  const names = contentEncoding.toLowerCase().split(',').reverse();
  const stages = names.flatMap((name) => decoders[name.trim()] ?? []);
  return stages.reduce(decodedBy, body);
}

/** An empty body stays empty: it is none in any encoding, and yet some servers name one. */
async function* decodedBy(body: Body, decoder: Decoder): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<Uint8Array, void> {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const stage = decoder(first.value);
  // A reader of the stage gets the errors of the body too.
  pipeline(Readable.from(all()), stage, () => undefined);
  yield* stage;
}
