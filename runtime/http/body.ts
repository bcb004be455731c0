/** Reading bodies of callers who may send anything, and have not paid yet. */

import type { IncomingMessage } from 'node:http';
import { Problem } from '../problem.ts';

/** Reads a body of at most so many bytes. Throws `payload-too-large`, and `bodies-full` while too many of unknown callers are being read. */
export type ReadBody = (request: IncomingMessage, largest: number, known?: boolean) => Promise<Buffer>;

/** Bytes of bodies that are read at the same time: each waits for its rest, and for the parser, which takes one at a time. */
const mostBytes = 64 * 1024 * 1024;

/** Creates the reader of one server, whose bodies share their memory until each has been read. */
export function createBodyReader(most = mostBytes): ReadBody {
  let held = 0;
  return (request, largest, known = false) =>
    new Promise((resolve, reject) => {
      let chunks: Buffer[] = [];
      let size = 0;
      const end = () => {
        held -= known ? 0 : size;
        size = 0;
        chunks = [];
      };
      const refuse = (problem: Problem) => {
        end();
        request.off('data', take);
        request.resume();
        reject(problem);
      };
      const take = (chunk: Buffer) => {
        size += chunk.length;
        held += known ? 0 : chunk.length;
        if (size > largest)
          refuse(new Problem('payload-too-large', { message: `A body has at most ${largest} bytes.` }));
        else if (!known && held > most)
          refuse(new Problem('bodies-full', { message: 'Too many bodies are being read. Try again.' }));
        else chunks.push(chunk);
      };
      request.on('data', take);
      request.on('end', () => {
        const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
        end();
        resolve(whole);
      });
      request.on('error', () => {
        end();
        reject(new Problem('invalid-json', { message: 'The body ended early.' }));
      });
      // A caller that hangs up sends no error on every path.
      request.on('close', end);
    });
}
