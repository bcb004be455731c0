/**
 * A gateway in a process of its own, to be killed.
 *
 * `node crash.ts <file> <moment>`: settlements stop for good before or after the funds have moved, or never do.
 */

import { createServer } from '../server.ts';
import { createServices } from '../services.ts';
import { host } from './host.ts';
import { lifecycles } from './lifecycles.ts';

const [, , file = ':memory:', moment] = process.argv;
const forever = new Promise<never>(() => undefined);

const services = await createServices({
  lifecycles,
  payTo: '0x209693bc6afc0c5328ba36faf03c514ef312287c',
  defaultBalance: 1_000_000n,
  store: file,
  wrapSettler: (settler) => ({
    ...settler,
    async settle(payment, route) {
      const settled = moment === 'before' ? undefined : await settler.settle(payment, route);
      if (settled && moment === 'never') return settled;
      process.send?.('stopped');
      return forever;
    },
  }),
});
const server = createServer(host, { echo: () => ({ status: 200, body: { served: true } }) }, services);
const { url } = await server.listen(0);
process.send?.(url);
