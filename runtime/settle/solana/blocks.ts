import type { Log } from '../../logging/log.ts';
import type { Block, Blocks } from '../../payment/svm/blocks.ts';
import type { SolanaNode } from './node.ts';

/** Blocks after a block that may have transactions over it, and the seconds that they take at the least. */
const span = { blocks: 150n, seconds: 60 };

/** Seconds after which a block is no longer taken, so that a call and its settlement come before its end. */
const oldest = 40;

/** Milliseconds between two looks for a fresh block. */
const refresh = 5000;

/** Blocks of a chain. */
export interface ChainBlocks extends Blocks {
  close(): void;
}

interface Seen {
  /** Milliseconds, on the clock of this process. */
  readonly at: number;
  readonly lastHeight: bigint;
}

/** Follows the blocks of a chain. Those that are offered are known; any other is asked of the node, once. */
export async function createChainBlocks(node: SolanaNode, log: Log): Promise<ChainBlocks> {
  const known = new Map<string, Seen>();
  let newest = '';

  const ageOf = ({ at }: Seen) => Math.floor((performance.now() - at) / 1000);

  function keep(hash: string, lastHeight: bigint): Seen {
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

  /** A block that a payer chose: it came before the newest one, or is it. */
  async function ask(hash: string): Promise<Seen | undefined> {
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
      return seen && ageOf(seen) <= oldest / 2 ? newest : undefined;
    },
    async find(hash, now): Promise<Block | undefined> {
      const seen = known.get(hash) ?? (await ask(hash));
      if (!seen || ageOf(seen) > oldest) return undefined;
      return { made: now - ageOf(seen), lifetime: span.seconds, lastHeight: seen.lastHeight };
    },
    close: () => clearInterval(timer),
  };
}
