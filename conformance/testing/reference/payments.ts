import type { Transfer } from '../../target/control.ts';
import type { Payment, SignedAuthorization } from '../../wallet/wallet.ts';
import { signerOf } from '../signer-of.ts';
import { referenceContract } from './contract.ts';
import type { Faults } from './faults.ts';

const profile = referenceContract.host.payment;
if (!profile) throw new Error('The reference host must accept payments.');

/** The payment profile of the reference host. */
export const payee = '0x00000000000000000000000000000000000000bb';

/** The offer of one call. */
export interface Offer {
  readonly scheme: string;
  readonly network: string;
  readonly amount: string;
  readonly asset: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
}

/** The offer of an amount in micro-USDC. */
export function offerOf(amount: bigint, maxTimeoutSeconds: number): Offer {
  const { network, asset } = profile ?? { network: '', asset: '' };
  return { scheme: 'exact', network, amount: String(amount), asset, payTo: payee, maxTimeoutSeconds };
}

/** Balances, claims and settlements of the reference gateway. */
export class Bank {
  readonly balances = new Map<string, bigint>();
  readonly transfers: Transfer[] = [];
  readonly claims = new Set<string>();
  readonly #faults: Faults;
  failingSettlements = 0;

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Why a payment does not satisfy an offer; `undefined` when it does. */
  async refuse(payment: Payment<SignedAuthorization>, offer: Offer, now: number): Promise<string | undefined> {
    const { authorization } = payment.payload;
    const invalid = this.#faults.code ?? 'PAYMENT_INVALID';
    const looks = (part: NonNullable<Faults['unverified']>[number]) => !this.#faults.unverified?.includes(part);

    const accepted = Object.entries(offer).every(([name, value]) => String(payment.accepted[name]) === String(value));
    if (looks('accepted') && !accepted) return invalid;
    if (looks('amount') && authorization.value !== offer.amount) return invalid;
    if (looks('recipient') && authorization.to.toLowerCase() !== payee) return invalid;
    if (looks('expiry') && Number(authorization.validBefore) <= now) return invalid;
    if (looks('beginning') && Number(authorization.validAfter) > now) return invalid;
    if (!(await this.isSigned(payment, offer))) return invalid;
    const needed = BigInt(offer.amount) + (this.#faults.funds === 'more' ? 1n : 0n);
    return looks('balance') && this.#balanceOf(payment) < needed ? 'PAYMENT_UNFUNDED' : undefined;
  }

  /** True for a payment that its payer has signed. */
  async isSigned({ payload }: Payment<SignedAuthorization>, offer: Offer): Promise<boolean> {
    const { domain, network } = profile ?? { domain: {}, network: '' };
    const { unverified, chains = [] } = this.#faults;
    if (unverified?.includes('signature')) return true;
    if (this.#faults.unwraps && payload.signature.endsWith('6492'.repeat(16))) return true;
    const verifyingContract = `0x${offer.asset.slice(2)}` as const;
    const signers = await Promise.all(
      [Number(network.split(':')[1]), ...chains].map((chainId) =>
        signerOf(payload, { ...domain, chainId, verifyingContract }).catch(() => undefined),
      ),
    );
    // A gateway that accepts any recoverable signature does not verify the domain either.
    if (unverified?.includes('domain')) return signers.some((signer) => signer !== undefined);
    return signers.includes(payload.authorization.from);
  }

  /** Claims a payment and reserves its amount; returns the code of a refusal where either cannot be done. */
  async claim(payment: Payment<SignedAuthorization>, route: string): Promise<string | undefined> {
    const name = this.#nameOf(payment, route);
    const { unverified, racy, claims, funds } = this.#faults;
    if (unverified?.includes('claim')) return undefined;
    if (this.claims.has(name)) return 'PAYMENT_REPLAY';
    if (racy) await new Promise((resolve) => setImmediate(resolve));
    const left = this.#balanceOf(payment) - BigInt(payment.payload.authorization.value);
    const reserves = funds !== 'overdrawn' && !unverified?.includes('balance');
    if (reserves && left < 0n) return 'PAYMENT_UNFUNDED';
    if (reserves) this.#setBalance(payment, left);
    if (claims === 'next') this.claims.clear();
    this.claims.add(name);
    return undefined;
  }

  /** Releases the claim and the amount of a payment that was not charged. */
  release(payment: Payment<SignedAuthorization>, route: string): void {
    this.claims.delete(this.#nameOf(payment, route));
    this.#setBalance(payment, this.#balanceOf(payment) + BigInt(payment.payload.authorization.value));
  }

  #balanceOf({ payload }: Payment<SignedAuthorization>): bigint {
    return this.balances.get(payload.authorization.from.toLowerCase()) ?? 0n;
  }

  #setBalance({ payload }: Payment<SignedAuthorization>, balance: bigint): void {
    this.balances.set(payload.authorization.from.toLowerCase(), balance);
  }

  #nameOf({ payload: { authorization, signature } }: Payment<SignedAuthorization>, route: string): string {
    const { claims } = this.#faults;
    if (claims === 'signature') return signature;
    if (claims === 'nonce') return authorization.nonce.toLowerCase();
    // Identifiers and addresses are case-insensitive.
    const name = `${authorization.from} ${authorization.nonce}`.toLowerCase();
    return claims === 'route' ? `${name} ${route}` : name;
  }

  /** Settles; returns the transaction, or nothing when the settlement is scripted to fail. */
  settle(payment: Payment<SignedAuthorization>, offer: Offer, route: string, now: number): string | undefined {
    if (this.failingSettlements > 0) {
      this.failingSettlements -= 1;
      if (!this.#faults.ignoresSettlementFailure) return undefined;
    }
    const hash = `0x${(this.transfers.length + 1).toString(16).padStart(64, '0')}`;
    const { settles } = this.#faults;
    const times = settles === 'twice' ? 2 : settles === 'never' ? 0 : 1;
    for (let time = 0; time < times; time++) {
      this.transfers.push({
        payer: payment.payload.authorization.from,
        pay_to: offer.payTo,
        amount: settles === 'more' ? String(BigInt(offer.amount) + 1n) : offer.amount,
        asset: offer.asset,
        network: offer.network,
        tx_hash: hash,
        route,
        at: new Date(now * 1000).toISOString(),
      });
    }
    return hash;
  }
}
