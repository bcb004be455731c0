import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConformOptions, conform } from '#conformance/conform.ts';
import type { Report, RuleResult } from '#conformance/report/report.ts';
import type { Fault, StrangerSource } from './stranger.ts';

/** Which gateway is judged, with which of its faults, and how. */
export interface Trial extends Pick<ConformOptions, 'seed' | 'only'> {
  readonly source: StrangerSource;
  readonly host: string;
  readonly level: NonNullable<ConformOptions['level']>;
  /** One of its faults; the run ends at the first rule that fails because of it. */
  readonly fault?: Fault;
  /** Milliseconds that each response is put off. */
  readonly delay?: number;
  /** Rules that fail without the fault too, so that they show nothing of it. */
  readonly failing?: ReadonlySet<string>;
}

/** Starts a gateway, runs the suite against it with the secrets that it prints, and stops it. */
export async function judgeStranger({ source, host, fault, delay, failing, ...run }: Trial): Promise<Report> {
  const stranger = await source.start(host, { fault: fault?.id, ...(delay !== undefined && { delay }) });
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-strangers-'));
  const found = new AbortController();
  try {
    const target = join(folder, 'target.yaml');
    await writeFile(target, JSON.stringify(stranger.target));
    return await conform({
      contract: `generated/contracts/${host}.json`,
      target,
      env: stranger.env,
      stop: found.signal,
      progress: ({ result }) => {
        if (fault !== undefined && result && accuses(result, failing)) found.abort();
      },
      ...(fault !== undefined && { verdictsOnly: true }),
      ...run,
    });
  } finally {
    await stranger.stop();
    await rm(folder, { recursive: true });
  }
}

/** True for a result that says for certain that the gateway is wrong, and that is not of a rule in `failing`. */
export function accuses({ rule, verdict, tier }: RuleResult, failing: ReadonlySet<string> = new Set()): boolean {
  return verdict === 'fail' && tier === 'must' && !failing.has(rule);
}
