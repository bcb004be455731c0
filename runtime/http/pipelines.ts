import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for the answers of earlier ones. */
const maxWaiting = 15;

/**
 * Serves the requests of each connection one after another.
 *
 * A caller may send many before the first answer, and Node reads them all at once. The next one is served when the answer before
 * it has left this process, so a caller who reads nothing costs one answer. A connection that sends too many ends.
 */
export function inTurn(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  /** The requests that wait, of connections that have one at work. */
  const queues = new WeakMap<Socket, (() => void)[]>();

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const queue = queues.get(socket);
    if (queue && queue.length >= maxWaiting) {
      socket.destroy();
      return;
    }
    response.once('close', () => {
      const next = queues.get(socket)?.shift();
      if (next && !socket.destroyed) next();
      else queues.delete(socket);
    });
    if (queue) queue.push(() => serve(request, response));
    else {
      queues.set(socket, []);
      serve(request, response);
    }
  };
}
