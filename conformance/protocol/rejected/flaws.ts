import { memoProgram } from '@tollwright/runtime/payment/svm/programs';
import { NotTestable } from '../../http/interruption.ts';
import { chainOf, networkKind } from '../../wallet/networks.ts';
import type { Departure, Wallet } from '../../wallet/wallet.ts';
import type { Cause } from '../payment/refusals.ts';

/** The parts of which a forged payment is made. */
interface ForgeryContext {
  readonly offer: Readonly<Record<string, unknown>>;
  /** Every offer of the challenge, that one included. */
  readonly offers: readonly Readonly<Record<string, unknown>>[];
  /** Micro-USDC of the offer. */
  readonly amount: bigint;
  /** Unix time in seconds by the target's clock. */
  readonly now: number;
  /** True where it was read from the target's own clock, to the second. */
  readonly exact: boolean;
  /** A funded wallet, or the unfunded one where the run has no other. */
  readonly payer: Wallet;
  readonly unfundedWallet: Wallet;
  /** On Solana, a blockhash that no chain has. Absent where the target accepts such a block as new. */
  readonly unknownBlock?: string;
}

/** An invalid payment. */
interface Forgery {
  /** The flaw, as the end of "A payment …". */
  readonly what: string;
  /** The change to a valid payment. */
  readonly departure: Departure;
  /** The wallet that signs it; the payer where absent. */
  readonly signer?: Wallet;
  /** A further cause for which it may be refused. */
  readonly alsoFor?: Cause;
}

/** A flaw of a payment, for which it must be refused. */
export interface Flaw {
  /** Id of the rule that requires the refusal. */
  readonly id: string;
  readonly cause: Cause;
  /** True where the wallet that signs must have no funds. */
  readonly unfunded?: boolean;
  readonly forge: (context: ForgeryContext) => readonly Forgery[];
}

/** A signature of the right form that no key has made for this payment. */
const signature: Flaw = {
  id: 'payment.rejected.signature',
  cause: 'signature',
  forge: () => [{ what: 'with a made-up signature', departure: { unsigned: true } }],
};

/** A good signature of the wrong wallet: recovering some signer is not enough. */
const signer: Flaw = {
  id: 'payment.rejected.signer',
  cause: 'signature',
  forge: ({ payer, unfundedWallet }) => [
    {
      what: 'signed by a wallet that is not its payer',
      signer: unfundedWallet,
      departure: { payer: payer.address },
    },
  ],
};

/** A transaction names a recent block, and is valid only for a short time after it. */
export const staleBlock: Flaw = {
  id: 'payment.rejected.blockhash-stale',
  cause: 'stale-block',
  forge: ({ unknownBlock: blockhash }) =>
    blockhash === undefined ? [] : [{ what: 'with an unknown blockhash', departure: { solana: { blockhash } } }],
};

/** A valid payment of a wallet without USDC. */
export const unfunded: Flaw = {
  id: 'payment.rejected.unfunded',
  cause: 'unfunded',
  unfunded: true,
  forge: () => [{ what: 'from a wallet without funds', departure: {} }],
};

/** The flaws of a signature. A payment that only identifies its signer can have them as well. */
export const signatureFlaws: readonly Flaw[] = [signature, signer];

/** The flaws that are tried on every kind of paid operation. */
export const commonFlaws: readonly Flaw[] = [
  ...signatureFlaws,
  // One micro-USDC less than quoted, with the offer left alone and with the offer changed to match.
  {
    id: 'payment.rejected.underpaid',
    cause: 'amount-too-small',
    forge: ({ amount }) =>
      withForgedOffer('of one micro-USDC less than quoted', { amount: amount - 1n }, { amount: String(amount - 1n) }),
  },
  // A target that accepts an overpayment takes more than it quoted.
  {
    id: 'payment.rejected.overpaid',
    cause: 'amount-too-large',
    forge: ({ amount }) =>
      withForgedOffer('of one micro-USDC more than quoted', { amount: amount + 1n }, { amount: String(amount + 1n) }),
  },
  // A payment to another recipient, such as a wallet of the caller.
  {
    id: 'payment.rejected.recipient',
    cause: 'payee',
    forge: ({ unfundedWallet: { address: payTo } }) => withForgedOffer('to another recipient', { payTo }, { payTo }),
  },
  // A payment on another chain, such as one whose tokens are free.
  { id: 'payment.rejected.network', cause: 'network', forge: forgeNetwork },
  // A payment in a token that was not offered.
  {
    id: 'payment.rejected.asset',
    cause: 'asset',
    forge: ({ unfundedWallet: { address: asset } }) => [
      { what: 'signed for another token', departure: { asset } },
      { what: 'in another token, with a forged offer,', departure: { asset, accepted: { asset } } },
    ],
  },
  // Deployments of one token differ in their EIP-712 domain: a signature is valid for one of them only.
  { id: 'payment.rejected.domain', cause: 'signature', forge: forgeDomain },
  { id: 'payment.rejected.expired', cause: 'expired', forge: forgeExpired },
  // An authorization that cannot settle yet.
  {
    id: 'payment.rejected.not-yet-valid',
    cause: 'not-yet-valid',
    forge: ({ now }) => [
      { what: 'that is not valid yet', departure: { evm: { validAfter: now + 600, validBefore: now + 1200 } } },
    ],
  },
  staleBlock,
  // A transaction that looks like a payment, except for the program that it calls.
  {
    id: 'payment.rejected.not-a-transfer',
    cause: 'not-a-transfer',
    forge: () => [
      { what: 'that calls a program other than the token program', departure: { solana: { program: memoProgram } } },
    ],
  },
  unfunded,
];

/** The flaws that are tried on one operation only, since all operations share one verifier. */
export const rareFlaws: readonly Flaw[] = [
  // The payer chooses the priority fee of a transaction, but the fee payer pays it.
  {
    id: 'payment.rejected.compute-price',
    cause: 'compute-price',
    forge: () => [
      { what: 'with a compute unit price of 100 lamports', departure: { solana: { unitPrice: 100_000_000n } } },
      { what: 'with the highest possible compute unit price', departure: { solana: { unitPrice: 2n ** 64n - 1n } } },
    ],
  },
  // The fee payer has to sign a transaction, so a payment with another fee payer can never be sent.
  {
    id: 'payment.rejected.fee-payer',
    cause: 'fee-payer',
    forge: ({ unfundedWallet: { address: feePayer }, offer }) => [
      { what: 'with another fee payer', departure: { solana: { feePayer } } },
      {
        what: 'with another fee payer and a forged offer',
        departure: { solana: { feePayer }, accepted: { extra: { ...Object(offer.extra), feePayer } } },
      },
    ],
  },
  // A wrapped signature (EIP-6492) names a call that would make its wallet, and the payer chooses that call. The wallet
  // that is debited is one of a key that has not signed, so no call makes the payment valid.
  {
    id: 'payment.rejected.wrapped',
    cause: 'signature',
    forge: ({ payer, unfundedWallet }) => [
      {
        what: 'signed by another wallet, with a call that would make its payer (EIP-6492),',
        signer: unfundedWallet,
        departure: { payer: payer.address, evm: { wrapped: true } },
      },
    ],
  },
];

/** A flaw with the original offer, and with an offer that was changed to match. */
function withForgedOffer(what: string, departure: Departure, accepted: Departure['accepted']): readonly Forgery[] {
  return [
    { what, departure },
    { what: `${what}, with a forged offer,`, departure: { ...departure, ...(accepted && { accepted }) } },
  ];
}

/** The test network and the main network of Solana. */
const clusters = ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'];

function forgeNetwork({ offer, unknownBlock: blockhash }: ForgeryContext): readonly Forgery[] {
  const kind = networkKind(offer.network);
  if (!kind) throw new NotTestable('suite', `The suite cannot sign payments on network ${String(offer.network)}.`);
  const what = 'on another network, for an offer of its own making,';
  const naming = (network: string | undefined) => ({
    what: 'that names another network',
    departure: { accepted: { network } },
  });
  if (kind === 'solana') {
    // A transaction does not name its network, but a block of it.
    const network = clusters.find((each) => each !== offer.network);
    if (blockhash === undefined) return [naming(network)];
    const solana = { blockhash };
    return [
      naming(network),
      { what: 'with a blockhash of another network', departure: { solana }, alsoFor: 'stale-block' },
      { what, departure: { solana, accepted: { network } }, alsoFor: 'stale-block' },
    ];
  }
  const chainId = Number(chainOf(offer.network)) + 1;
  const network = `eip155:${chainId}`;
  const evm = { domain: { chainId } };
  return [
    { what: 'signed for another chain', departure: { evm } },
    naming(network),
    { what, departure: { evm, accepted: { network } } },
  ];
}

/** The domain of another token, of another version, and of each other chain in the challenge. */
function forgeDomain({ offer, offers }: ForgeryContext): readonly Forgery[] {
  const own = chainOf(offer.network);
  const chains = new Set(offers.flatMap(({ network }) => chainOf(network) ?? []));
  return [
    {
      what: 'signed with the EIP-712 domain name of another token',
      departure: { evm: { domain: { name: 'Another Coin' } } },
    },
    { what: 'signed with another EIP-712 domain version', departure: { evm: { domain: { version: '99' } } } },
    ...[...chains]
      .filter((chain) => chain !== own)
      .map((chain) => ({
        what: `signed with the chain id of eip155:${chain}, which the challenge offers as well,`,
        departure: { evm: { domain: { chainId: Number(chain) } } },
      })),
  ];
}

function forgeExpired({ offer, now, exact, unknownBlock: blockhash }: ForgeryContext): readonly Forgery[] {
  if (networkKind(offer.network) !== 'solana') {
    const validBefore = exact ? now - 1 : now - 600;
    return [{ what: 'that has expired', departure: { evm: { validAfter: now - 1200, validBefore } } }];
  }
  // `payment.rejected.blockhash-stale` judges old blocks.
  if (blockhash === undefined)
    throw new NotTestable('open', 'The target takes a block that it has never seen for a new one.');
  return [
    { what: 'whose blockhash is not a recent one', departure: { solana: { blockhash } }, alsoFor: 'stale-block' },
  ];
}
