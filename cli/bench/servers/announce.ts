import type { Server } from 'node:http';

/** Listens on a free loopback port and sends the parent process its URL. */
export function announce(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    process.send?.(`http://127.0.0.1:${address.port}`);
  });
}

/** Milliseconds of CPU that this process has used. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Watches the event loop of this process; returns a function that tells its longest stall since the last call, in milliseconds of CPU. */
function watchStalls(): () => number {
  const ran = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [longest, last] = [0, ran()];
  setInterval(() => {
    const now = ran();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  return () => {
    const result = longest;
    longest = 0;
    return result;
  };
}

/**
 * Answers the parent process: `cpu` with the milliseconds of CPU that this process has used, and `stall` with the most of them that
 * one turn of the event loop used since the last answer. Other processes make no such stall longer.
 */
export function sayCpu(): void {
  let stall: (() => number) | undefined;
  process.on('message', (question) => {
    if (question === 'stall') stall ??= watchStalls();
    process.send?.(question === 'stall' ? stall?.() : cpu());
  });
}
