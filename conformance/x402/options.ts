import type { Level } from '../check/run.ts';
import type { ClientOptions } from '../http/client.ts';
import type { Progress } from '../report/progress.ts';
import type { Plan } from '../run/plan.ts';
import type { Environment } from '../target/resolve.ts';
import type { Standard } from './standard.ts';

/** The options of a run against a seller. */
export interface SellerOptions extends Pick<ClientOptions, 'timeout' | 'proxy' | 'ca' | 'headers'> {
  readonly standard: Standard;
  readonly url?: string;
  /** A route such as `POST /search`; by default those of the target file, else those that the seller publishes. */
  readonly route?: string;
  /** File with the body of `route`. */
  readonly body?: string;
  /** Path of a target file. */
  readonly target?: string;
  /** Where keys are read from; default: the environment of the process. */
  readonly env?: Environment;
  /** Default: `paid` where a wallet is given. */
  readonly level?: Level;
  /** USD. */
  readonly maxSpend?: string;
  /** URL of a node of the chain, to check receipts against. */
  readonly rpc?: string;
  readonly seed?: number;
  /** Rule ids; `*` stands for any text. */
  readonly only?: readonly string[];
  /** Requests a second, at most. */
  readonly rate?: number;
  readonly stop?: AbortSignal;
  /** Called with the planned payments before the first one; the run ends if it rejects. */
  readonly confirm?: (plan: Plan) => Promise<void>;
  /** Takes a sentence for each wait for a rate limit of the seller. */
  readonly waiting?: (sentence: string) => void;
  readonly progress?: (progress: Progress) => void;
}
