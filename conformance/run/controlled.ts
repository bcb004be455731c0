import type { Client } from '../http/client.ts';
import { NotTestable } from '../http/interruption.ts';
import { connectControl } from '../target/control-client.ts';
import type { Control } from '../target/control.ts';
import type { Target } from '../target/target.ts';
import { addressOf, randomKey, type WalletKey } from '../wallet/keys.ts';
import type { NetworkKind } from '../wallet/networks.ts';

/** The control API of a target, with the wallets, the API key and the time that a run gets from it. */
export interface ControlledTarget {
  readonly control: Control;
  readonly keys: { readonly payer?: WalletKey; readonly other?: WalletKey };
  readonly apiKey: () => string | undefined;
  /** The wallets that were made for this run, with test money. */
  readonly made: readonly WalletKey[];
  /** True when the wallets are known to be funded, because the control API funded them. */
  readonly funded: boolean;
  readonly now: () => Promise<number>;
  /** Resets the target, where it supports that, and sets the wallets and key of the run up again. */
  readonly fresh: () => Promise<void>;
}

/** Micro-USDC that a wallet of the run starts with; it is test money, so no cap applies. */
const testFunds = 1_000_000_000n;

/** USD that a created API key starts with; it is test money. */
const keyBalance = '10000.00';

/** The parts of a run that its control API is taken with. */
interface ControlParts {
  readonly client: Client;
  readonly target: Target;
  readonly access: { readonly url: string; readonly token: string };
  readonly auth: 'x402' | 'bearer' | 'none';
  /** Kind of the network that the host is paid on. */
  readonly kind: NetworkKind | undefined;
  readonly localNow: () => number;
  readonly created: (name: string, secret: string) => void;
}

/** The wallets and the API key that a run gets from the control API of its target; a reset deletes them. */
class Provisions {
  readonly own: { readonly payer: WalletKey; readonly other: WalletKey };
  /** The wallets that were made for this run. */
  readonly made: readonly WalletKey[];
  funded = false;
  apiKey: string | undefined;
  readonly #parts: ControlParts;
  readonly #control: Control;

  constructor(control: Control, parts: ControlParts) {
    const { wallets, apiKey } = parts.target;
    this.#control = control;
    this.#parts = parts;
    this.own = { payer: wallets.payer ?? randomKey(parts.kind), other: wallets.other ?? randomKey(parts.kind) };
    this.made = Object.values(this.own).filter((key) => !Object.values(wallets).includes(key));
    this.apiKey = apiKey;
  }

  /** Funds the wallets and creates an API key, where the control API offers that. */
  async setUp(): Promise<void> {
    const { auth, target, created } = this.#parts;
    const { capabilities, fund, keys } = this.#control;
    if (auth === 'x402' && capabilities.has('fund')) {
      this.funded = await whereOffered(async () => {
        for (const key of Object.values(this.own)) {
          await fund(addressOf(key), this.made.includes(key) ? testFunds : target.maxSpend);
        }
      });
    }
    // The balance of the user's own key belongs to the user, and may not cover a run.
    if (auth === 'bearer' && capabilities.has('keys')) {
      await whereOffered(async () => {
        this.apiKey = await keys(keyBalance);
        created('API_KEY', this.apiKey);
      });
    }
  }
}

/** Connects to a control API and sets up wallets and keys for the run; `created` is called with every secret. */
export async function takeControl(parts: ControlParts): Promise<ControlledTarget> {
  const { client, target, access, localNow, created } = parts;
  const plain = await connectControl(client, access.token, access.url);
  const provisions = new Provisions(plain, parts);
  let skew: number | undefined;

  const control: Control = {
    ...plain,
    async keys(balance) {
      const key = await plain.keys(balance);
      created('OTHER_API_KEY', key);
      return key;
    },
    // A reset deletes balances and keys, so they are set up again at once.
    async reset() {
      await plain.reset();
      skew = undefined;
      await provisions.setUp();
    },
    async advance(seconds) {
      const now = await plain.advance(seconds);
      skew = now - localNow();
      return now;
    },
  };

  const fresh = () => whereOffered(control.reset);
  if (!(await fresh())) await provisions.setUp();
  const { funded, own, made } = provisions;
  return {
    control,
    keys: funded ? own : target.wallets,
    made: funded ? made : [],
    apiKey: () => provisions.apiKey,
    funded,
    now: async () => {
      skew ??= (await nowOf(plain, localNow)) - localNow();
      return localNow() + skew;
    },
    fresh: async () => void (await fresh()),
  };
}

/** The time of the target, or of this machine where the control API does not show it. */
async function nowOf(control: Control, localNow: () => number): Promise<number> {
  let now: number | undefined;
  await whereOffered(async () => {
    now = await control.now();
  });
  return now ?? localNow();
}

/** Uses the control API where it can be used so; false where it does not offer or refuses that. */
async function whereOffered(use: () => Promise<unknown>): Promise<boolean> {
  try {
    await use();
    return true;
  } catch (error) {
    if (error instanceof NotTestable) return false;
    throw error;
  }
}
