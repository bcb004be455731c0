import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network.ts';
import { Payers, SharedPool } from './payers.ts';

/** Concurrent connections; even an idle one takes memory. */
const maxConnections = 10_000;

/**
 * Bounds the connections of a server.
 *
 * A new one is always accepted. The network that has the most loses the connection whose last request began longest ago.
 */
export function boundConnections(server: Server, payers = new Payers(), max = maxConnections): void {
  const pool = new SharedPool<Socket>(payers, max);
  const touches = new WeakMap<Socket, () => void>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const part = pool.partFor(network);
    for (const lost of part.take(network, socket, 1)) lost.destroy();
    touches.set(socket, () => void part.take(network, socket, 0));
    socket.once('close', () => {
      touches.delete(socket);
      part.release(network, socket);
    });
  });
  server.on('request', ({ socket }) => touches.get(socket)?.());
}
