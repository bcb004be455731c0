import type { Client } from '../http/client.ts';
import type { Control } from '../target/control.ts';
import { connectControl } from '../target/control-client.ts';
import type { Target } from '../target/target.ts';
import { addressOf, randomKey, type WalletKey } from '../wallet/keys.ts';
import type { NetworkKind } from '../wallet/networks.ts';

/** The target's control API with what the run gets from it: wallets, an API key and the time. */
export interface Controlled {
  readonly control: Control;
  readonly keys: { readonly payer?: WalletKey; readonly other?: WalletKey };
  readonly apiKey: () => string | undefined;
  /** True when the wallets are known to be funded, because the control API funded them. */
  readonly funded: boolean;
  readonly now: () => Promise<number>;
  /** Resets the target, where it supports that, and sets the wallets and key of the run up again. */
  readonly fresh: () => Promise<void>;
}

/** USD that a created API key starts with; it is test money. */
const keyBalance = '100.00';

/** Connects to a control API and sets up what the run needs there; `created` is called with every secret. */
export async function takeControl(parts: {
  readonly client: Client;
  readonly target: Target;
  readonly access: { readonly url: string; readonly token: string };
  readonly auth: 'x402' | 'bearer' | 'none';
  /** Kind of the network that the host is paid on. */
  readonly kind: NetworkKind | undefined;
  readonly localNow: () => number;
  readonly created: (name: string, secret: string) => void;
}): Promise<Controlled> {
  const { client, target, access, auth, kind, localNow, created } = parts;
  const plain = await connectControl(client, access.token, access.url);
  const offers = (capability: string) => plain.capabilities.has(capability);
  const funds = auth === 'x402' && offers('fund');
  const keys = funds
    ? { payer: target.wallets.payer ?? randomKey(kind), other: target.wallets.other ?? randomKey(kind) }
    : target.wallets;
  let apiKey = target.apiKey;
  let skew: number | undefined;

  const setUp = async () => {
    if (funds) {
      for (const key of Object.values(keys)) await plain.fund(addressOf(key), target.maxSpend);
    }
    if (auth === 'bearer' && !target.apiKey && offers('keys')) {
      apiKey = await plain.keys(keyBalance);
      created('API_KEY', apiKey);
    }
  };
  // A reset deletes balances and keys, so they are set up again at once.
  const control: Control = {
    ...plain,
    async keys(balance) {
      const key = await plain.keys(balance);
      created('OTHER_API_KEY', key);
      return key;
    },
    async reset() {
      await plain.reset();
      skew = undefined;
      await setUp();
    },
    async advance(seconds) {
      const now = await plain.advance(seconds);
      skew = now - localNow();
      return now;
    },
  };

  if (offers('reset')) await control.reset();
  else await setUp();
  return {
    control,
    keys,
    apiKey: () => apiKey,
    funded: funds,
    now: async () => {
      skew ??= (offers('clock') ? await plain.now() : localNow()) - localNow();
      return localNow() + skew;
    },
    fresh: async () => {
      if (offers('reset')) await control.reset();
    },
  };
}
