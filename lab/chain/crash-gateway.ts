/**
 * A program that serves a gateway which settles on a chain:
 * `node crash-gateway.ts <host> <rpc> <database file> <key> <payee>`.
 */

import type { Settler } from '@tollwright/runtime/payment/settler';
import { createBatchSettler } from '@tollwright/runtime/settle/batches';
import { createEvmSettler } from '@tollwright/runtime/settle/evm';
import { createSolanaSettler } from '@tollwright/runtime/settle/solana';
import { at } from '@tollwright/runtime/values/json';
import { startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { nanoHost } from '#generated/hosts/nano.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { networkOf } from './gateway.ts';

const [, , host = '', rpc = '', store = '', key = '', payTo = ''] = process.argv;
const tuning = { rpc, key, poll: 10, patience: 100 };
const settlers: Readonly<Record<string, () => Promise<Settler>>> = {
  base: () => createEvmSettler({ network: networkOf(baseHost), ...tuning, confirmations: 2, resend: 10 }),
  solana: () => createSolanaSettler({ network: networkOf(solanaHost), ...tuning, payTo }),
  nano: () => createBatchSettler({ network: networkOf(nanoHost), ...tuning, confirmations: 2, interval: 20 }),
};
const settler = await at(settlers, host)();
const gateway = await startGateway({ host, port: 0, store, settler, payTo, controlToken: 'token' });
process.send?.({ url: gateway.url, controlUrl: gateway.controlUrl });
