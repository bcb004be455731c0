import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Level } from '#conformance/check/check.ts';
import { conform } from '#conformance/conform.ts';
import { readContract } from '#conformance/contract/contract.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import { readTargetFile } from '#conformance/target/target-file.ts';
import { addressOf, randomKey } from '#conformance/wallet/keys.ts';
import { networkKind } from '#conformance/wallet/networks.ts';
import { startGateway } from '#gateway/start.ts';
import { together } from '../together.ts';
import type { Variant, VariantHost } from '../variant.ts';

const controlToken = 'a token of this test';
const apiKey = 'sk_of_this_test_and_no_other';
const plenty = 1_000_000_000_000n;

/** What a gateway with variants is judged by. */
export interface Judged {
  readonly host: VariantHost;
  readonly level: Level;
  readonly seed?: number;
  readonly only?: readonly string[];
}

/** Runs the suite against a gateway that differs from ours in the chosen ways. */
export async function judge(chosen: readonly Variant[], { host, level, seed = 1, only }: Judged): Promise<Report> {
  const { alter, models, segments } = together(chosen);
  const contract = await readContract(`generated/contracts/${host}.json`);
  const kind = networkKind(contract.host.payment?.network);
  const keys = { PAYER_KEY: randomKey(kind), OTHER_KEY: randomKey(kind) };
  const gateway = await startGateway(
    { host, port: 0, controlPort: 0, controlToken, apiKeys: [{ key: apiKey, balance: plenty }] },
    (parts) => {
      for (const key of Object.values(keys)) void parts.services.store.ledger.fund(addressOf(key), plenty);
      return alter(parts);
    },
  );
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-variants-'));
  const target = join(folder, 'target.yaml');
  try {
    // Without its names most of a host is not testable, so that nothing would be shown.
    const usual = await readTargetFile(`generated/targets/${host}.yaml`);
    await writeFile(
      target,
      JSON.stringify({ models: { ...usual.models, ...models }, segments: { ...usual.segments, ...segments } }),
    );
    return await conform({
      contract,
      host,
      url: gateway.url,
      level,
      seed,
      target,
      maxSpend: '10000',
      env: level === 'free' ? {} : { ...keys, API_KEY: apiKey },
      ...(level === 'controlled' && { control: { url: gateway.controlUrl ?? '', token: controlToken } }),
      ...(only && { only }),
    });
  } finally {
    await gateway.close();
    await rm(folder, { recursive: true });
  }
}

/** The accusations of a report, and what it could not decide. */
export function complaints({ results, partial }: Report): readonly string[] {
  const named = results
    .filter(({ verdict, tier }) => (verdict === 'fail' && tier === 'must') || verdict === 'error')
    .map(({ verdict, rule, detail }: RuleResult) => `${verdict} ${rule}: ${detail}`);
  return partial === undefined ? named : [...named, `partial: ${partial}`];
}
