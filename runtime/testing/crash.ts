/**
 * A gateway in a process of its own, to be killed.
 *
 * `node crash.ts <file> <moment>`: settlements stop for good before or after the funds have moved, or never do.
 */

import { createGateway } from '../gateway/create.ts';
import { host } from './host.ts';

const [, , file = ':memory:', moment] = process.argv;
const forever = new Promise<never>(() => undefined);

const gateway = await createGateway({
  host,
  handlers: { echo: () => ({ status: 200, body: { served: true } }) },
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
const { url } = await gateway.listen(0);
process.send?.(url);
