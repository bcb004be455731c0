import { join } from 'node:path';
import type { Level } from '#conformance/check/run.ts';
import type { Plan } from '#conformance/run/plan.ts';
import { packageHome } from '#generators/reader/extends.ts';
import { confirmPlan } from './confirm.ts';
import { UsageError } from './failure.ts';
import { isSilent, present, type ReportFiles } from './judge.ts';

/** Options of `conform` that judge a seller by the x402 standard alone. */
interface SellerFlags {
  readonly route?: string;
  readonly body?: string;
  readonly target?: string;
  readonly level?: Level;
  readonly maxSpend?: string;
  readonly rpc?: string;
  readonly seed: number;
  readonly only?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly proxy?: string;
  readonly rate?: number;
  readonly header?: Readonly<Record<string, string>>;
  /** PEM. */
  readonly ca?: string;
  readonly yes?: boolean;
}

/** Options of `conform` that need a specification. */
const needSpecification = [
  'host',
  'control',
  'operation',
  'area',
  'profile',
  'exhaust',
  'baseline',
  'release',
  'contract',
];

/** Judges a seller by the x402 standard alone; returns the exit code of the run. */
export async function conformSeller(url: string | undefined, flags: SellerFlags, files: ReportFiles): Promise<number> {
  const other = Object.keys(flags).find((name) => needSpecification.includes(name));
  if (other !== undefined || flags.level === 'controlled')
    throw new UsageError(`--x402 judges without a specification, so it takes no --${other ?? 'level controlled'}.`);
  const { judgeSeller } = await import('#conformance/x402/judge.ts');
  const { readStandard, sellerHost } = await import('#conformance/x402/standard.ts');
  const { yes = false, timeout, header: headers, ...rest } = flags;
  const options = {
    ...rest,
    standard: await readStandard(join(packageHome, 'spec', 'standards')),
    timeout: timeout * 1000,
    confirm: (plan: Plan) => confirmPlan(plan, { yes, silent: isSilent(files) }),
    ...(url !== undefined && { url }),
    ...(headers && { headers }),
  };
  const { code } = await present(
    { ...options, host: sellerHost },
    (hooks) => judgeSeller({ ...options, ...hooks }),
    files,
  );
  return code;
}
