import { startGateway } from '#gateway/start.ts';
import { sayCpu } from './say-cpu.ts';

/** Our own gateway on free ports with its admin interface; its state is in a database file, or in PostgreSQL. */
const [, , host = '', store = ''] = process.argv;
const { url, adminUrl } = await startGateway({ host, store, port: 0, adminPort: 0, defaultBalance: 10n ** 15n });
sayCpu();
process.send?.(`${url} ${adminUrl}`);
