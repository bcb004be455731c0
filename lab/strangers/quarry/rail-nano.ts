/** Batched nanopayments: a typed-data authorization over the batch wallet's domain on one of several EVM chains. */
import { createHash } from 'node:crypto';
import { isAddress, recoverTypedDataAddress } from 'viem';
import { customs } from './customs.ts';
import { isObj } from './form.ts';
import { law } from './law.ts';
import { type Offer, type Rail, Rejected } from './rails.ts';
import type { Obj, Paid } from './wire.ts';
import { seconds } from './world.ts';

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

interface Authorization {
  from: `0x${string}`;
  to: `0x${string}`;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: `0x${string}`;
}

function whole(value: unknown): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)) return BigInt(value);
  throw new Rejected('invalid', 'a number of the authorization is no whole number');
}

function party(value: unknown): `0x${string}` {
  if (typeof value === 'string' && isAddress(value, { strict: false })) return value.toLowerCase() as `0x${string}`;
  throw new Rejected('invalid', 'a party of the authorization is no address');
}

function authorizationOf(payload: Obj): Authorization {
  const given = payload.authorization;
  if (!isObj(given)) throw new Rejected('invalid', 'payload.authorization is missing');
  const { nonce } = given;
  if (typeof nonce !== 'string' || !/^0x[0-9a-f]{64}$/i.test(nonce))
    throw new Rejected('invalid', 'the nonce is malformed');
  return {
    from: party(given.from),
    to: party(given.to),
    value: whole(given.value),
    validAfter: whole(given.validAfter),
    validBefore: whole(given.validBefore),
    nonce: nonce.toLowerCase() as `0x${string}`,
  };
}

async function signer(message: Authorization, signature: unknown, offer: Offer, network: string): Promise<string> {
  if (typeof signature !== 'string' || !/^0x[0-9a-f]{130}$/i.test(signature)) {
    throw new Rejected('invalid', 'the signature is malformed');
  }
  try {
    return await recoverTypedDataAddress({
      domain: {
        name: String(offer.extra.name),
        version: String(offer.extra.version),
        chainId: Number(network.split(':')[1]),
        verifyingContract: party(offer.extra.verifyingContract),
      },
      types,
      primaryType: 'TransferWithAuthorization',
      message,
      signature: signature as `0x${string}`,
    });
  } catch {
    throw new Rejected('invalid', 'the signature cannot be recovered');
  }
}

const nonceOf = (payload: Obj) => String((payload.authorization as Obj).nonce);

/** The wallet behind the signature over the domain of the offered chain. */
async function signerOf(message: Authorization, signature: unknown, offer: Offer): Promise<string> {
  let who = '';
  const all = law.nano.chains.map((chain) => chain.network);
  for (const network of customs.pay.domains(offer.network, all)) {
    who = await signer(message, signature, offer, network);
    if (who.toLowerCase() === message.from.toLowerCase()) return who;
  }
  return who;
}

async function check(payload: Obj, offer: Offer): Promise<Paid> {
  const message = authorizationOf(payload);
  if (!law.nano.payeeFits(message.to.toLowerCase(), offer.payTo.toLowerCase())) {
    throw new Rejected('invalid', 'the recipient differs');
  }
  if (!law.pay.amountFits(customs.pay.signedAmount(message.value, offer.amount), Number(offer.amount)))
    throw new Rejected('invalid', 'the amount differs');
  const who = law.pay.checkSignature ? await signerOf(message, payload.signature, offer) : message.from;
  if (who.toLowerCase() !== message.from.toLowerCase())
    throw new Rejected('invalid', 'the signature is of another wallet');
  return {
    payer: who,
    network: offer.network,
    asset: offer.asset,
    payTo: offer.payTo,
    amount: Number(offer.amount),
    id: `${offer.network} ${who.toLowerCase()} ${customs.pay.nonceKey(nonceOf(payload))}`,
    expires: Number(message.validBefore),
  };
}

function timely(payload: Obj): void {
  const { validAfter, validBefore } = authorizationOf(payload);
  if (!law.nano.open(Number(validAfter), seconds())) throw new Rejected('invalid', 'the window has not begun');
  if (!law.nano.unexpired(Number(validBefore), seconds()))
    throw new Rejected(customs.pay.lateWhy, 'the window has ended');
}

export const nano: Rail = {
  offers: (amount, window, partner) =>
    law.nano.chains.map((chain) => ({
      network: chain.network,
      scheme: 'exact',
      asset: chain.asset,
      payTo: partner ? law.nano.partner : law.nano.payTo,
      amount: String(amount),
      maxTimeoutSeconds: window,
      extra: { version: law.nano.version, name: law.nano.name, verifyingContract: law.nano.wallet },
    })),
  check,
  timely,
  receipt: (paid) => `0x${createHash('sha256').update(paid.id).digest('hex')}`,
};
