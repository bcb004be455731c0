import { startGateway } from '#gateway/start.ts';

/** Our own gateway on a free port, in memory. */
const gateway = await startGateway({ host: process.argv[2] ?? '', port: 0 });
process.send?.(gateway.url);
