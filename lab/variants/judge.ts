import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Level } from '#conformance/check/run.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import { readTargetFile } from '#conformance/target/target-file.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { startAltered } from '../toolkit/altered-gateway.ts';
import { startTrial } from '../toolkit/trial.ts';
import { together } from './groups.ts';
import type { Variant, VariantHost } from './variant.ts';

/** Options for judging a gateway with variants. */
export interface JudgeOptions {
  readonly host: VariantHost;
  readonly level: Level;
  readonly seed?: number;
  readonly only?: readonly string[];
}

/** Runs the suite against a gateway that differs from ours in the chosen ways. */
export async function judge(
  chosen: readonly Variant[],
  { host, level, seed = 1, only }: JudgeOptions,
): Promise<Report> {
  const { alter, models, segments } = together(chosen);
  const contract = await contractOf(host);
  const trial = await startTrial(contract, (options, prepare) =>
    startAltered({ alter: (parts) => alter(prepare(parts)) }, options),
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
    return await trial.judge({ level, seed, target, ...(level === 'free' && { env: {} }), ...(only && { only }) });
  } finally {
    await trial.close();
    await rm(folder, { recursive: true });
  }
}

/** The failed rules of a report, and those that ended in an error. */
export function complaints({ results, partial }: Report): readonly string[] {
  const named = results
    .filter(({ verdict, tier }) => (verdict === 'fail' && tier === 'must') || verdict === 'error')
    .map(({ verdict, rule, detail }: RuleResult) => `${verdict} ${rule}: ${detail}`);
  return partial === undefined ? named : [...named, `partial: ${partial}`];
}
