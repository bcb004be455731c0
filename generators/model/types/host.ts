/** Hosts and how they are paid. */

import type { Provenance, Status } from './value.ts';

export interface Host extends Provenance {
  readonly id: string;
  readonly title: string;
  /** The word by which `hosts:` lists select several hosts at once: `pay-per-call`. */
  readonly group: string;
  /** `x402`: challenges and wallets; `bearer`: API keys and a balance; `none`: a retired host, 404 for everything. */
  readonly auth: 'x402' | 'bearer' | 'none';
  /** Path prefix of service operations, such as `/api/v1`. */
  readonly prefix: string;
  /** Path prefixes that must answer 404 whatever follows. */
  readonly absent: readonly string[];
  readonly payment?: PaymentProfile;
}

/** An EIP-712 domain without its chain. */
export interface PaymentDomain {
  readonly name: string;
  readonly version: string;
  readonly verifyingContract?: string;
}

/** How calls are paid on an x402 host. */
export interface PaymentProfile {
  readonly version: 2;
  readonly scheme: 'exact';
  /** CAIP-2 id. */
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
  /** EIP-712 domain that payments are signed under: of the asset, unless it names another contract. Absent elsewhere than on EVM networks. */
  readonly domain?: PaymentDomain;
  /** Further networks on which the same calls may be paid. */
  readonly also?: readonly Pick<PaymentProfile, 'network' | 'asset' | 'decimals' | 'domain'>[];
  /** Seconds a challenge may be signed for, unless the operation says otherwise. */
  readonly window: number;
  /** True when the documents state the window for this host. */
  readonly windowStatus: Status;
  readonly networkStatus: Status;
}
