/**
 * A gateway in a process of its own that settles on a chain:
 * `node crash-gateway.ts <host> <rpc> <database file> <key> <payee>`.
 */

import { createEvmSettler } from '@tollwright/runtime/settle/evm';
import { createSolanaSettler } from '@tollwright/runtime/settle/solana';
import { startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { networkOf } from './gateway.ts';

const [, , host = '', rpc = '', store = '', key = '', payTo = ''] = process.argv;
const tuning = { rpc, key, poll: 10, patience: 100 };
const settler =
  host === 'solana'
    ? await createSolanaSettler({ network: networkOf(solanaHost), ...tuning, payTo })
    : await createEvmSettler({ network: networkOf(baseHost), ...tuning, confirmations: 2, resend: 10 });
const gateway = await startGateway({ host, port: 0, store, settler, payTo, controlToken: 'token' });
process.send?.({ url: gateway.url, controlUrl: gateway.controlUrl });
