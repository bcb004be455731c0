import { conform } from '#conformance/conform.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import type { Report } from '#conformance/report/report.ts';
import { addressOf, randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import type { Alteration, Gateway, GatewayOptions } from '#gateway/start.ts';

const controlToken = 'control-token-of-the-trial';
const apiKey = 'sk_key_of_the_trial_and_of_no_other';

/** Micro-USDC of each wallet and of the account: more than any run spends. */
const plenty = 1_000_000_000_000n;

/** Starts the gateway on trial; `prepare` must get its parts. */
export type Start = (options: GatewayOptions, prepare: Alteration) => Promise<Gateway>;

/** Options of one run of the suite, as `conform` takes them. */
export type Run = Omit<Parameters<typeof conform>[0], 'contract' | 'host' | 'url' | 'control'>;

/** A gateway on trial. */
export interface Trial {
  /** Runs the suite against it; without an `env` with the secrets of two funded wallets and of an account. */
  judge(run: Run): Promise<Report>;
  close(): Promise<void>;
}

/** Puts a gateway on trial: funds two wallets and an account, and runs the suite any number of times. */
export async function startTrial(contract: Contract, start: Start): Promise<Trial> {
  const host = contract.host.id;
  const kind = networkKind(contract.host.payment?.network);
  const wallets = { PAYER_KEY: randomKey(kind), OTHER_KEY: randomKey(kind) };
  const gateway = await start(
    { host, port: 0, controlPort: 0, controlToken, apiKeys: [{ key: apiKey, balance: plenty }] },
    (parts) => {
      for (const key of Object.values(wallets)) void parts.services.store.ledger.fund(addressOf(key), plenty);
      return parts;
    },
  );
  const control = { url: gateway.controlUrl ?? '', token: controlToken };
  return {
    judge: (run) =>
      conform({
        ...{ contract, host, url: gateway.url, maxSpend: '10000', env: { ...wallets, API_KEY: apiKey } },
        ...(run.level === 'controlled' && { control }),
        ...run,
      }),
    close: gateway.close,
  };
}
