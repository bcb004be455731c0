/** Decompresses bodies. Some providers compress them although the request did not ask for it. */

import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/**
 * Decodes a body by its `Content-Encoding`, the last encoding first.
 *
 * It ignores names that are no compression, such as `identity` or `utf-8`.
 */
export function decoded(body: AsyncIterable<Uint8Array>, contentEncoding: string): AsyncIterable<Uint8Array> {
  const names = contentEncoding.toLowerCase().split(',').reverse();
  const stages = names.flatMap((name) => decoders[name.trim()]?.() ?? []);
  const last = stages.at(-1);
  if (!last) return body;
  // A reader of the last stage gets the error of any stage.
  pipeline([Readable.from(body), ...stages], () => undefined);
  return last;
}
