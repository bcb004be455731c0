import type { Settler } from '@tollwright/runtime/payment/settler';
import { type ConformOptions, conform } from '#conformance/conform.ts';
import type { RuleResult } from '#conformance/report/report.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { startGateway } from '#gateway/start.ts';
import type { Local } from './local.ts';

/** Runs rules of the suite on a gateway that settles on a chain, or claims to, and returns their results. */
export async function judged(
  chain: Local,
  alter: (settler: Settler) => Settler,
  { only, ...changes }: Partial<ConformOptions> & Required<Pick<ConformOptions, 'only'>>,
): Promise<ReadonlyMap<string, RuleResult>> {
  const { address, key } = chain.payer();
  await chain.fund(address, 10_000_000n);
  const { host, payTo } = chain;
  const gateway = await startGateway({ host, port: 0, payTo, settler: alter(await chain.settler()) });
  try {
    const contract = await contractOf(host);
    const { url } = gateway;
    const env = { PAYER_KEY: key };
    const asked = { contract, url, host, env, level: 'paid', only, rpc: chain.url } as const;
    const { results } = await conform({ ...asked, ...changes });
    return new Map(results.map((result) => [result.rule, result]));
  } finally {
    await gateway.close();
  }
}

/** Settles, and reports a transaction hash that a function changes. */
export const reporting =
  (txHash: (hash: string) => string) =>
  (settler: Settler): Settler => ({
    ...settler,
    async settle(payment, route) {
      const end = await settler.settle(payment, route);
      return end.outcome === 'settled' ? { ...end, txHash: txHash(end.txHash) } : end;
    },
  });

/** Puts the transaction of the first payment into every receipt. */
export function reportingFirst(settler: Settler): Settler {
  let first: string | undefined;
  return reporting((hash) => {
    first ??= hash;
    return first;
  })(settler);
}
