/** Options for how `serve` settles: on the embedded ledger, from your own account, or through a facilitator. */

import { base58ToBin } from '@bitauth/libauth';
import { createLog } from '@tollwright/runtime/logging/pino';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Settler } from '@tollwright/runtime/payment/settler';
import type { Authorize } from '@tollwright/runtime/settle/facilitator/authorization';
import { type Command, Option } from 'commander';
import { UsageError } from '../failure.ts';
import { httpUrl, wholeNumber } from '../options.ts';
import { secretIn } from './operating.ts';

/** The options of `addSettling`. */
export interface SettlingOptions {
  readonly rpc?: readonly string[];
  readonly facilitator?: string;
  readonly confirmations?: number;
}

/** Adds the options of settlement to a command. */
export function addSettling(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--rpc <url...>',
        'settle on the chain of the host through this node, from the account of SETTLER_KEY; hosts of batches take one for each network',
      )
        .env('SETTLER_RPC')
        .argParser(nodes),
    )
    .addOption(
      new Option('--facilitator <url>', 'let an x402 facilitator settle; --rpc names the node that confirms it')
        .env('SETTLER_FACILITATOR')
        .argParser(httpUrl),
    )
    .option('--confirmations <blocks>', 'blocks after which a transfer counts (default: 1)', wholeNumber(1, 1000));
}

/** The payee and the settler: each from its option or the environment, else from the host file. */
export function settlingOf(
  given: SettlingOptions & { readonly payTo?: string },
  { settlement = {} }: Pick<HostDefinition, 'settlement'>,
): SettlingOptions & { readonly payTo?: string } {
  const { payee, ...written } = settlement;
  const { payTo = payee, rpc, facilitator, confirmations } = given;
  return {
    ...written,
    ...(payTo !== undefined && { payTo }),
    ...(rpc !== undefined && { rpc }),
    ...(facilitator !== undefined && { facilitator }),
    ...(confirmations !== undefined && { confirmations }),
  };
}

/** Options of the command line that cannot be combined with a chain. */
interface OtherOptions {
  readonly payTo?: string | undefined;
  readonly isFunded: boolean;
  readonly log: string;
}

/** Opens the settler that the options and the environment name; undefined for the embedded ledger. */
export async function openSettler(
  { rpc, facilitator, confirmations }: SettlingOptions,
  { id, auth, payment: network }: HostDefinition,
  { payTo, isFunded, log: level }: OtherOptions,
): Promise<Settler | undefined> {
  if (rpc === undefined) {
    const lone = facilitator !== undefined ? '--facilitator' : confirmations !== undefined ? '--confirmations' : '';
    if (lone) throw new UsageError(`${lone} needs --rpc URL, a node that says what is on the chain.`);
    return undefined;
  }
  if (!network || auth !== 'x402') throw new UsageError(`${id} is not paid on a chain: leave --rpc out.`);
  const [node = '', ...others] = rpc;
  if (others.length > 0 && !network.also)
    throw new UsageError(`${id} is paid on ${network.network} alone, and ${rpc.length} nodes are given. Give it one.`);
  const isSolana = network.network.startsWith('solana:');
  const isBatched = network.domain?.verifyingContract !== undefined;
  if (network.also && !isBatched) throw new UsageError(`${id} settles on the embedded ledger only: leave --rpc out.`);
  if (payTo === undefined)
    throw new UsageError(
      'Name who is paid with --pay-to, or as the payee of the host file: what moves on a chain needs an owner.',
    );
  if (isFunded) throw new UsageError('--fund gives test USDC on the embedded ledger: leave it out with --rpc.');

  const options = { network, rpc: node, log: createLog(level), ...(confirmations !== undefined && { confirmations }) };
  if (facilitator !== undefined && (isSolana || isBatched))
    throw new UsageError(`--facilitator settles transfers on EVM networks: leave it out for ${id}.`);
  if (isBatched) {
    const { createBatchSettler } = await import('@tollwright/runtime/settle/batches');
    return createBatchSettler({ ...options, rpc, key: settlerKey() });
  }
  if (isSolana) {
    const { loadSolana } = await import('@tollwright/runtime/payment/svm/load');
    const { createSolanaSettler } = await loadSolana(() => import('@tollwright/runtime/settle/solana'));
    return createSolanaSettler({ ...options, payTo, key: settlerKey() });
  }
  if (facilitator !== undefined) {
    const { createFacilitatorSettler } = await import('@tollwright/runtime/settle/facilitator');
    return createFacilitatorSettler({ ...options, facilitator, authorize: await facilitatorKey() });
  }
  const { createEvmSettler } = await import('@tollwright/runtime/settle/evm');
  return createEvmSettler({ ...options, key: settlerKey() });
}

/** Adds the URLs of a text, which SETTLER_RPC may hold several of: between spaces or commas. */
function nodes(text: string, before: readonly string[] = []): readonly string[] {
  return [
    ...before,
    ...text
      .trim()
      .split(/\s*,\s*(?=https?:)|\s+/)
      .map(httpUrl),
  ];
}

/** The key that pays for gas: never an argument, which other users of the machine can see. */
function settlerKey(): string {
  const { SETTLER_KEY: key, SETTLER_KEY_FILE: file } = process.env;
  if (key) return key;
  if (file) return secretIn(file);
  throw new UsageError(
    'Set SETTLER_KEY, or SETTLER_KEY_FILE to a file with it: the private key of the account that sends transactions. --facilitator needs none.',
  );
}

/** Identifies the gateway at its facilitator, by the environment or a file that it names. */
async function facilitatorKey(): Promise<Authorize> {
  const { createAuthorize } = await import('@tollwright/runtime/settle/facilitator/authorization');
  const { FACILITATOR_KEY: key, FACILITATOR_KEY_FILE: file, FACILITATOR_KEY_ID: id } = process.env;
  const { FACILITATOR_HEADERS: headers } = process.env;
  const secret = key || (file ? secretIn(file) : undefined);
  try {
    return createAuthorize({
      ...(secret !== undefined && { key: secret }),
      ...(id && { id }),
      ...(headers && { headers }),
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Throws `UsageError` for an address that is invalid on the network of a host. */
export function requireAddress(address: string, { id, auth, payment }: HostDefinition): void {
  if (auth === 'bearer') throw new UsageError(`${id} is paid from balances: give it --api-key instead of wallets.`);
  const network = payment?.network ?? '';
  const isKnown = network.startsWith('solana:') ? bytesOf(address) === 32 : /^0x[\da-f]{40}$/i.test(address);
  if (isKnown) return;
  const expected = network.startsWith('solana:') ? 'the base58 text of 32 bytes' : '0x and 40 hexadecimal digits';
  throw new UsageError(`"${address}" is not an address on ${network}. Expected ${expected}.`);
}

/** Number of bytes of a base58 text; `undefined` for any other text. */
function bytesOf(text: string): number | undefined {
  const bytes = base58ToBin(text);
  return typeof bytes === 'string' ? undefined : bytes.length;
}
