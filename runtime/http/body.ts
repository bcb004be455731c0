/** Reads bodies of untrusted callers. */

import type { IncomingMessage } from 'node:http';
import { Problem } from '../operation/problem.ts';
import type { FairPool } from './fair-pool.ts';
import { networkOf } from './network.ts';
import { Payers, SharedPool } from './payers.ts';

/** Total size of the bodies that are read at the same time: each stays in memory until the parser takes it. */
const maxSharedBytes = 64 * 1024 * 1024;

/** The memory that bodies of unknown callers share while they are read. */
export class BodyMemory {
  readonly #pool: SharedPool<Intake>;

  constructor(payers = new Payers(), maxBytes = maxSharedBytes) {
    this.#pool = new SharedPool(payers, maxBytes);
  }

  /** The part that bodies of a network take. */
  partFor(network: string): FairPool<Intake> {
    return this.#pool.partFor(network);
  }
}

/** How a body is read. */
export interface BodyOptions {
  readonly memory: BodyMemory;
  /** Address of the caller. */
  readonly ip: string;
  readonly maxBytes: number;
  /** Whether the caller is known. The body of a known caller takes no shared memory. */
  readonly known?: boolean | undefined;
}

/** Collects the chunks of one body. */
class Intake {
  readonly #network: string;
  readonly #part: FairPool<Intake> | undefined;
  readonly #maxBytes: number;
  readonly #refuse: (problem: Problem) => void;
  #chunks: Uint8Array[] = [];
  #size = 0;

  /** `refuse` is called once where the body is too long, or has to make room for bodies of other networks. */
  constructor({ memory, ip, maxBytes, known }: BodyOptions, refuse: (problem: Problem) => void) {
    this.#network = networkOf(ip);
    this.#part = known ? undefined : memory.partFor(this.#network);
    this.#maxBytes = maxBytes;
    this.#refuse = refuse;
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > this.#maxBytes) {
      this.drop();
      this.#refuse(new Problem('payload-too-large', { message: `A body has at most ${this.#maxBytes} bytes.` }));
    } else for (const lost of this.#part?.take(this.#network, this, chunk.length) ?? []) lost.#makeRoom();
  }

  /** Returns the whole body and gives its memory back. */
  end(): Buffer {
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && Buffer.isBuffer(first) ? first : Buffer.concat(this.#chunks);
    this.drop();
    return whole;
  }

  /** Forgets the body and gives its memory back. */
  drop(): void {
    this.#part?.release(this.#network, this);
    this.#size = 0;
    this.#chunks = [];
  }

  #makeRoom(): void {
    this.drop();
    this.#refuse(new Problem('bodies-full', { message: 'Too many bodies are being read. Try again.' }));
  }
}

/** Reads a body of `node:http` of at most `maxBytes`. Throws `invalid-json` when its caller hangs up early. */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<Buffer> {
  if (request.readableEnded)
    throw new Error('The body was read before the gateway: mount its listener before parsers of bodies.');
  if (request.destroyed) throw endedEarly();
  return new Promise((resolve, reject) => {
    const intake = new Intake(options, (problem) => {
      request.off('data', take);
      request.resume();
      reject(problem);
    });
    const take = (chunk: Buffer) => intake.add(chunk);
    const cut = () => {
      intake.drop();
      reject(endedEarly());
    };
    request.on('data', take);
    request.on('end', () => resolve(intake.end()));
    request.on('error', cut);
    // A caller that hangs up sends no error on every path.
    request.on('close', () => request.readableEnded || cut());
  });
}

/** Reads a body of a `Request` of at most `maxBytes`; the rest of a longer one is left to the server. */
export async function readStream(stream: ReadableStream<Uint8Array> | null, options: BodyOptions): Promise<Buffer> {
  if (!stream) return Buffer.alloc(0);
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  const intake = new Intake(options, refuse);
  const reader = stream.getReader();
  const read = () =>
    reader.read().catch(() => {
      throw endedEarly();
    });
  try {
    for (;;) {
      const { value, done } = await Promise.race([refused, read()]);
      if (done) return intake.end();
      intake.add(value);
    }
  } finally {
    intake.drop();
    // To cancel the stream would end the connection of some servers before the response is sent.
    reader.releaseLock();
  }
}

function endedEarly(): Problem {
  return new Problem('invalid-json', { message: 'The body ended early.' });
}
