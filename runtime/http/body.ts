/** Reads bodies of untrusted callers. */

import type { IncomingMessage } from 'node:http';
import { Problem } from '../operation/problem.ts';

/** Total size of the bodies that are read at the same time: each stays in memory until the parser takes it. */
const maxSharedBytes = 64 * 1024 * 1024;

/** The memory that bodies of unknown callers share while they are read. */
export class BodyMemory {
  readonly #maxBytes: number;
  #held = 0;

  constructor(maxBytes = maxSharedBytes) {
    this.#maxBytes = maxBytes;
  }

  /** Takes some bytes; returns false when there is no room for them. */
  take(bytes: number): boolean {
    this.#held += bytes;
    return this.#held <= this.#maxBytes;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

/** Collects the chunks of one body of at most `maxBytes`. The body of a `known` caller takes no shared memory. */
class Intake {
  readonly #memory: BodyMemory | undefined;
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(memory: BodyMemory, maxBytes: number, known: boolean) {
    this.#memory = known ? undefined : memory;
    this.#maxBytes = maxBytes;
  }

  /** Adds a chunk. Returns `payload-too-large`, or `bodies-full` while too many bodies of unknown callers are being read. */
  add(chunk: Uint8Array): Problem | undefined {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    const hasRoom = this.#memory?.take(chunk.length) ?? true;
    if (this.#size > this.#maxBytes)
      return new Problem('payload-too-large', { message: `A body has at most ${this.#maxBytes} bytes.` });
    return hasRoom ? undefined : new Problem('bodies-full', { message: 'Too many bodies are being read. Try again.' });
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
    this.#memory?.giveBack(this.#size);
    this.#size = 0;
    this.#chunks = [];
  }
}

/** Reads a body of `node:http` of at most `maxBytes`. Throws `invalid-json` when its caller hangs up early. */
export async function readBody(
  request: IncomingMessage,
  memory: BodyMemory,
  maxBytes: number,
  known = false,
): Promise<Buffer> {
  if (request.readableEnded)
    throw new Error('The body was read before the gateway: mount its listener before parsers of bodies.');
  if (request.destroyed) throw endedEarly();
  return new Promise((resolve, reject) => {
    const intake = new Intake(memory, maxBytes, known);
    const take = (chunk: Buffer) => {
      const problem = intake.add(chunk);
      if (!problem) return;
      intake.drop();
      request.off('data', take);
      request.resume();
      reject(problem);
    };
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
export async function readStream(
  stream: ReadableStream<Uint8Array> | null,
  memory: BodyMemory,
  maxBytes: number,
  known = false,
): Promise<Buffer> {
  if (!stream) return Buffer.alloc(0);
  const intake = new Intake(memory, maxBytes, known);
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw endedEarly();
      });
      if (done) return intake.end();
      const problem = intake.add(value);
      if (problem) throw problem;
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
