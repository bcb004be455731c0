import type { Level } from '../check/run.ts';
import type { Contract } from '../contract/contract.ts';
import type { Progress } from '../report/progress.ts';
import type { Environment, TargetFlags } from '../target/resolve.ts';
import type { Plan } from './plan.ts';
import type { Selection } from './select.ts';

/** The options of a run. */
export interface ConformOptions extends TargetFlags, Selection {
  /** The contract of the target's host, or its file. */
  readonly contract: Contract | string | URL;
  /** The value of `--contract` in commands that repeat a finding; absent where the command finds the contract by the host. */
  readonly contractFile?: string;
  /** The value of `--release` in commands that repeat a finding; absent where the contract is of no release. */
  readonly release?: string;
  /** Path of a target file. */
  readonly target?: string;
  /** Where secrets are read from; default: the environment of the process. */
  readonly env?: Environment;
  /** Default: the highest level that the target supports. */
  readonly level?: Level;
  /** The same seed gives the same requests; default 1. */
  readonly seed?: number;
  /** Uses limits up on a live target too; without it only at level controlled. */
  readonly exhaust?: boolean;
  /** Requests that the run may send, at level free; default: those of the profile or the target file, else no limit. */
  readonly maxRequests?: number;
  /** Name of a selection of rules: built in, or of the target file. */
  readonly profile?: string;
  /** Only verdicts are needed: findings are not shortened. */
  readonly verdictsOnly?: boolean;
  /** URL of the proxy for every request; default: the one that HTTPS_PROXY or HTTP_PROXY names, none for this machine. */
  readonly proxy?: string;
  /** Headers of every request that does not have them itself; their values are secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM text of certificates that are trusted in addition to the usual ones. */
  readonly ca?: string;
  /** Milliseconds that a response may take; default 20 s. */
  readonly timeout?: number;
  /** Milliseconds that one check may take; default 90 s. */
  readonly checkTimeout?: number;
  /** Milliseconds that the chain is waited for; default 5 s for the transaction of a receipt, 60 s for batches. */
  readonly chainWait?: number;
  /** File of known failures, which do not fail the run. */
  readonly baseline?: string;
  /** Stops the run when it is aborted; the report has the rules judged until then. */
  readonly stop?: AbortSignal;
  /** Called at level paid with the planned purchases, before the first one; the run ends if it rejects. */
  readonly confirm?: (plan: Plan) => Promise<void>;
  /** Takes a sentence for each wait for a rate limit of the target. */
  readonly waiting?: (sentence: string) => void;
  /** Called after each verdict. */
  readonly progress?: (progress: Progress) => void;
}
