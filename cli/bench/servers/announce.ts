import type { Server } from 'node:http';

/** Listens on a free loopback port and sends the parent process its URL. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.(`http://127.0.0.1:${address.port}`);
  });
}
