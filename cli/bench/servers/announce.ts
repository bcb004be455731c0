import type { Server } from 'node:http';

/** Listens on a free loopback port and sends the parent process its URL. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.(`http://127.0.0.1:${address.port}`);
  });
}

/** Answers each message of the parent process with the milliseconds of CPU that this process has used. */
export function sayCpu(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
  });
}
