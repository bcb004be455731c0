import type { Log } from '../../logging/log.ts';
import type { NetworkDefinition } from '../../operation/host.ts';

/** Where to settle payments of one network, and when they count as settled. */
export interface ChainOptions {
  readonly network: NetworkDefinition;
  /** URL of a node. */
  readonly rpc: string;
  /** Blocks after which a transfer counts as settled, including the block of its transaction; 1 by default. */
  readonly confirmations?: number;
  /** Milliseconds between looks at the chain; 1,000 by default. */
  readonly poll?: number;
  /** Looks at the chain after which the caller learns that the settlement is not confirmed yet; 30 by default. */
  readonly patience?: number;
  readonly log?: Log;
}
