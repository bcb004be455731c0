import { startGateway } from '#gateway/start.ts';

/** Our own gateway with its control API, on free ports and in memory. */
const [host = '', controlToken = ''] = process.argv.slice(2);
const gateway = await startGateway({ host, port: 0, controlToken });
process.send?.(`${gateway.url} ${gateway.controlUrl}`);
