import type { LiteSVM } from 'litesvm';

/** Number of later blocks in which a transaction over a block is valid. */
export const span = 150;

/** Milliseconds between two blocks, as on the real chain. */
const blockTime = 400;

/** The blocks of a runtime that knows only one hash. They are made on demand, as many as the time allows. */
export interface SvmBlocks {
  height(): number;
  /** Hash of the newest. */
  latest(): string;
  /** Whether a transaction may still name a block. */
  isRecent(hash: string): boolean;
  /** Makes so many blocks; by default those that are due. */
  make(count?: number): void;
  /** Ends the making of blocks with time. */
  stop(): void;
}

/** Starts the blocks of a runtime. */
export function startBlocks(vm: LiteSVM): SvmBlocks {
  const heights = new Map<string, number>([[vm.latestBlockhash(), 1]]);
  let height = 1;
  let isStopped = false;
  let made = Date.now();

  const due = () => Math.floor((Date.now() - made) / blockTime);

  function make(count = due()): void {
    for (let left = count; left > 0; left -= 1) {
      vm.expireBlockhash();
      height += 1;
      heights.set(vm.latestBlockhash(), height);
      made = Date.now();
    }
  }

  function catchUp(): void {
    if (!isStopped) make();
  }

  return {
    make,
    height() {
      catchUp();
      return height;
    },
    latest() {
      catchUp();
      return vm.latestBlockhash();
    },
    isRecent(hash) {
      catchUp();
      const own = heights.get(hash);
      return own !== undefined && height - own <= span;
    },
    stop() {
      isStopped = true;
    },
  };
}
