import type { Log } from '../../logging/log.ts';
import type { NetworkDefinition } from '../../operation/host.ts';

/** Where payments of one network are settled, and when they count as settled. */
export interface ChainOptions {
  readonly network: NetworkDefinition;
  /** URL of a node. */
  readonly rpc: string;
  /** Blocks, that of the transaction included, after which a transfer counts as settled; 1 by default. */
  readonly confirmations?: number;
  /** Milliseconds between looks at the chain; 1,000 by default. */
  readonly poll?: number;
  /** Looks after which a call is answered that its settlement is not confirmed yet; 30 by default. */
  readonly patience?: number;
  readonly log?: Log;
}
