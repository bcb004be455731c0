import type { Log } from '../../logging/log.ts';
import type { Block, Blocks } from '../../payment/svm/blocks.ts';
import type { SolanaNode } from './node.ts';

/** Blocks for which a block stays valid in transactions, and the minimum seconds that they take. */
const span = { blocks: 150n, seconds: 60 };

/** Seconds after which a block is no longer accepted, so that a call and its settlement end before it expires. */
const maxBlockAge = 40;

/** Milliseconds between two requests for a new block. */
const refresh = 5000;

/** Blocks of a chain. */
export interface ChainBlocks extends Blocks {
  close(): void;
}

interface KnownBlock {
  /** Milliseconds, on the clock of this process. */
  readonly at: number;
  readonly lastHeight: bigint;
}

/** Follows the blocks of a chain. It knows the blocks that it offered, and asks the node once for any other. */
export async function createChainBlocks(node: SolanaNode, log: Log): Promise<ChainBlocks> {
  const known = new Map<string, KnownBlock>();
  let newest = '';

  const ageOf = ({ at }: KnownBlock) => Math.floor((performance.now() - at) / 1000);

  function keep(hash: string, lastHeight: bigint): KnownBlock {
    for (const [each, seen] of known) if (ageOf(seen) > 2 * span.seconds) known.delete(each);
    const seen = known.get(hash) ?? { at: performance.now(), lastHeight };
    known.set(hash, seen);
    return seen;
  }

  async function look(): Promise<void> {
    const { hash, lastHeight } = await node.latestBlock();
    keep(hash, lastHeight);
    newest = hash;
  }

  /** Looks up a block that a payer chose. It is at most as new as the newest one. */
  async function ask(hash: string): Promise<KnownBlock | undefined> {
    if (!(await node.isRecent(hash))) return undefined;
    return keep(hash, (await node.height('confirmed')) + span.blocks);
  }

  await look();
  const timer = setInterval(() => {
    look().catch((error) => log.warn({ reason: String(error) }, 'blocks'));
  }, refresh).unref();

  return {
    latest() {
      const seen = known.get(newest);
      return seen && ageOf(seen) <= maxBlockAge / 2 ? newest : undefined;
    },
    async find(hash, now): Promise<Block | undefined> {
      const seen = known.get(hash) ?? (await ask(hash));
      if (!seen || ageOf(seen) > maxBlockAge) return undefined;
      return { made: now - ageOf(seen), lifetime: span.seconds, lastHeight: seen.lastHeight };
    },
    close: () => clearInterval(timer),
  };
}
