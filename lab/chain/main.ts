/** Runs a gateway on a local chain, end to end: chain, asset, wallet, gateway, a paid chat, its receipt on the chain. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import { standardTransport } from '@tollwright/runtime/x402/standard';
import { ExactEvmScheme } from '@x402/evm';
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { parseAbi, parseEventLogs } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { startGateway } from '#gateway/start.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { startChain } from './chain.ts';
import { networkOf, settlerOn } from './gateway.ts';

const host = networkOf(baseHost);
const funds = 5_000_000n;
const payee = privateKeyToAccount(generatePrivateKey()).address;
const account = privateKeyToAccount(generatePrivateKey());

const chain = await startChain(host);
say('chain', `${host.network} at ${chain.url}, with USDC at ${chain.asset}`);
await chain.fund(account.address, funds);
say('wallet', `${account.address} has ${formatUsd(funds)} USDC`);

const settler = await settlerOn(chain, host);
const gateway = await startGateway({ host: 'base', port: 0, payTo: payee, settler });
say('gateway', `${gateway.url} settles on ${settler.where}`);

const client = new ExactEvmScheme(account);
const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:8453', client }] });
const response = await pay(`${gateway.url}/api/v1/chat/completions`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'acme/large', messages: [{ role: 'user', content: 'Say hello.' }] }),
});
if (!response.ok) throw new Error(`The chat returned ${response.status}: ${await response.text()}`);
const answer = Object(await response.json());
say('chat', `@x402/fetch paid, and got: ${answer.choices?.[0]?.message?.content}`);

const [receiptHeader = ''] = Object.keys(standardTransport.receipt.headers);
const { transaction } = decodePaymentResponseHeader(response.headers.get(receiptHeader) ?? '');
const receipt = Object(await chain.rpc('eth_getTransactionReceipt', transaction));
const abi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']);
const [transfer] = parseEventLogs({ abi, logs: receipt.logs });
if (!transfer) throw new Error(`Transaction ${transaction} moved nothing.`);
const { from, to, value } = transfer.args;
say('receipt', `${transaction} in block ${Number(receipt.blockNumber)}`);
say('moved', `${formatUsd(value)} USDC from ${from} to ${to}`);

const paid = funds - (await chain.balance(account.address));
await gateway.close();
await chain.close();
if (paid !== value || (await chain.balance(payee)) !== value || to !== payee)
  throw new Error('The balances on the chain do not match the receipt.');

function say(label: string, text: string): void {
  console.log(`  ${label.padEnd(9)} ${text}`);
}
