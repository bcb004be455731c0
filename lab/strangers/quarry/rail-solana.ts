/** Solana: a partially signed transaction with one TransferChecked to the payee, fee paid by the gateway. */
import { createHash, createHmac, createPublicKey, verify as edVerify } from 'node:crypto';
import {
  type Address,
  address,
  getAddressEncoder,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
} from '@solana/kit';
import { customs } from './customs.ts';
import { law } from './law.ts';
import { type Offer, type Rail, Rejected } from './rails.ts';
import type { Obj, Paid } from './wire.ts';
import { seconds } from './world.ts';

const NETWORK = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const COMPUTE = 'ComputeBudget111111111111111111111111111111';
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
const TRAILERS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
];
const TOKEN_ACCOUNTS = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const SLOT_SECONDS = 15;

const base58 = getBase58Decoder();
const unbase58 = getBase58Encoder();
const addressBytes = getAddressEncoder();
const transactions = getTransactionDecoder();
const messages = getCompiledTransactionMessageDecoder();
const accounts = new Map<string, string>();
const issued = new Map<string, number>();
const seed = createHash('sha256').update(`quarry ${process.pid} ${Date.now()}`).digest();

/** The newest blockhash of the embedded ledger: a new one every slot of some seconds. */
export function recentBlockhash(): string {
  const slot = Math.floor(seconds() / SLOT_SECONDS);
  const hash = base58.decode(createHmac('sha256', seed).update(`${slot}`).digest());
  issued.set(hash, slot * SLOT_SECONDS);
  return hash;
}

async function tokenAccount(owner: string, mint: string, program: string): Promise<string> {
  const key = `${owner} ${mint} ${program}`;
  const known = accounts.get(key);
  if (known !== undefined) return known;
  const [account] = await getProgramDerivedAddress({
    programAddress: TOKEN_ACCOUNTS,
    seeds: [owner, program, mint].map((part) => addressBytes.encode(part as Address)),
  });
  accounts.set(key, account);
  return account;
}

interface Step {
  program: string;
  accounts: string[];
  data: Buffer;
}

interface Unpacked {
  message: Buffer;
  feePayer: string;
  signers: number;
  signatures: Record<string, Uint8Array | null>;
  blockhash: string;
  steps: Step[];
}

function unpack(payload: Obj): Unpacked {
  const wire = payload.transaction;
  if (typeof wire !== 'string') throw new Rejected('invalid', 'payload.transaction is missing');
  try {
    const transaction = transactions.decode(Buffer.from(wire, 'base64'));
    const message = messages.decode(transaction.messageBytes);
    if ('addressTableLookups' in message && message.addressTableLookups?.length) throw new Error('address tables');
    if (!('lifetimeToken' in message) || !('instructions' in message)) throw new Error('lifetime');
    const names = message.staticAccounts as readonly string[];
    const steps = message.instructions.map((step) => ({
      program: names[step.programAddressIndex] ?? '',
      accounts: (step.accountIndices ?? []).map((index) => names[index] ?? ''),
      data: Buffer.from(step.data ?? new Uint8Array()),
    }));
    return {
      message: Buffer.from(transaction.messageBytes),
      feePayer: names[0] ?? '',
      signers: message.header.numSignerAccounts,
      signatures: transaction.signatures as Record<string, Uint8Array | null>,
      blockhash: String(message.lifetimeToken),
      steps,
    };
  } catch {
    throw new Rejected('invalid', 'the transaction cannot be decoded');
  }
}

function signedBy(unpacked: Unpacked, signer: string): boolean {
  const signature = unpacked.signatures[signer];
  if (!signature) return false;
  const key = createPublicKey({
    key: Buffer.concat([SPKI, Buffer.from(unbase58.encode(signer))]),
    format: 'der',
    type: 'spki',
  });
  return edVerify(null, unpacked.message, key, signature);
}

function checkFrame(unpacked: Unpacked, feePayer: unknown): Step {
  const { steps } = unpacked;
  const [limit, price, transfer, ...rest] = steps;
  if (!limit || !price || !transfer || steps.length > 6)
    throw new Rejected('invalid', '3 to 6 instructions are wanted');
  if (limit.program !== COMPUTE || limit.data[0] !== 2)
    throw new Rejected('invalid', 'the first sets the compute limit');
  if (price.program !== COMPUTE || price.data[0] !== 3 || price.data.length !== 9) {
    throw new Rejected('invalid', 'the second sets the compute price');
  }
  if (price.data.readBigUInt64LE(1) > law.solana.maxComputePrice)
    throw new Rejected('invalid', 'the compute price is too high');
  if (rest.some((step) => !TRAILERS.includes(step.program)))
    throw new Rejected('invalid', 'an instruction is not allowed');
  if (unpacked.feePayer !== feePayer) throw new Rejected('invalid', 'the fee payer is not the offered one');
  if (law.solana.guardFeePayer && steps.some((step) => step.accounts.includes(unpacked.feePayer))) {
    throw new Rejected('invalid', 'the fee payer stands in an instruction');
  }
  return transfer;
}

async function check(payload: Obj, offer: Offer): Promise<Paid> {
  const unpacked = unpack(payload);
  const transfer = checkFrame(unpacked, offer.extra.feePayer);
  const [, mint, target, authority] = transfer.accounts;
  if (!TOKEN_PROGRAMS.includes(transfer.program) || transfer.data[0] !== 12 || transfer.data.length !== 10) {
    throw new Rejected('invalid', 'the third is no TransferChecked');
  }
  if (mint === undefined || target === undefined || authority === undefined || unpacked.signers !== 2) {
    throw new Rejected('invalid', 'accounts of the transfer are missing');
  }
  if (!customs.pay.mintFits(mint, offer.asset) || transfer.data[9] !== 6)
    throw new Rejected('invalid', 'the mint is not the offered asset');
  if (law.solana.checkTarget && target !== (await tokenAccount(offer.payTo, mint, transfer.program))) {
    throw new Rejected('invalid', 'the destination is not the token account of the payee');
  }
  const amount = Number(transfer.data.readBigUInt64LE(1));
  if (!law.pay.amountFits(amount, Number(offer.amount))) throw new Rejected('invalid', 'the amount differs');
  if (law.pay.checkSignature && !signedBy(unpacked, authority)) throw new Rejected('invalid', 'the signature is wrong');
  return {
    payer: authority,
    network: offer.network,
    asset: offer.asset,
    payTo: offer.payTo,
    amount: Number(offer.amount),
    id: createHash('sha256').update(unpacked.message).digest('hex'),
    expires: seconds() + offer.maxTimeoutSeconds,
  };
}

/** Only a blockhash that this ledger issued is recent, and only for a while. */
function timely(payload: Obj): void {
  const { blockhash } = unpack(payload);
  const born = issued.get(blockhash);
  if (born === undefined || seconds() - born > law.solana.blockhashSeconds)
    throw new Rejected('stale', 'the blockhash is no longer recent');
}

export const solana: Rail = {
  offers: (amount, window, partner) => [
    {
      network: NETWORK,
      scheme: 'exact',
      asset: law.solana.mint,
      payTo: partner ? law.solana.partner : law.solana.payTo,
      amount: String(amount),
      maxTimeoutSeconds: window,
      extra: { recentBlockhash: recentBlockhash(), feePayer: law.solana.feePayer, decimals: 6 },
    },
  ],
  check,
  timely,
  receipt: (paid) => base58.decode(createHash('sha512').update(seed).update(paid.id).digest()),
};
