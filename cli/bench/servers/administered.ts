import { startGateway } from '#gateway/start.ts';

/** Our own gateway with its admin interface, on free ports and in memory. */
const { url, adminUrl } = await startGateway({
  host: process.argv[2] ?? '',
  port: 0,
  adminPort: 0,
  trustedProxies: ['127.0.0.1'],
});
process.send?.(`${url} ${adminUrl}`);
