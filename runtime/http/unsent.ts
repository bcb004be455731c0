import type { ServerResponse } from 'node:http';
import { networkOf } from './network.ts';
import { Payers, SharedPool } from './payers.ts';

/** Total size of the answers that their callers have not read yet. */
const maxUnsentBytes = 256 * 1024 * 1024;

/** Milliseconds that a caller may take to read on. */
export const readingTime = 60_000;

/** The memory of answers that wait for their callers. Networks share it, and payers have a part. */
export class UnsentMemory {
  readonly #pool: SharedPool<ServerResponse>;

  constructor(payers = new Payers(), maxBytes = maxUnsentBytes) {
    this.#pool = new SharedPool(payers, maxBytes);
  }

  /**
   * Counts an answer that is written and whose caller, of this address, has not read it.
   *
   * It ends where its caller stops reading, or where it has to make room for answers of other networks.
   */
  hold(address: string, response: ServerResponse): void {
    const network = networkOf(address);
    const part = this.#pool.partFor(network);
    response.setTimeout(readingTime);
    response.once('close', () => part.release(network, response));
    for (const lost of part.take(network, response, response.writableLength)) lost.destroy();
  }
}
