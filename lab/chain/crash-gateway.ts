/** A gateway in a process of its own that settles on a chain: `node crash-gateway.ts <rpc> <database file> <key>`. */

import { createEvmSettler } from '@tollwright/runtime/settle/evm';
import { startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { networkOf } from './gateway.ts';

const [, , rpc = '', store = '', key = ''] = process.argv;
const network = networkOf(baseHost);
const settler = await createEvmSettler({ network, rpc, key, confirmations: 2, poll: 10, resend: 10, patience: 100 });
const gateway = await startGateway({ host: 'base', port: 0, store, settler, controlToken: 'token' });
process.send?.({ url: gateway.url, controlUrl: gateway.controlUrl, payTo: gateway.payTo });
