import { type Hex, hexToBigInt } from 'viem';
import type { EvmNode } from './node.ts';

/** The fees of a transaction for a unit of gas (EIP-1559). */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The fees that get a transaction into a block soon. */
export interface FeeOracle {
  refresh(): Promise<void>;
  current(): Fees;
  /** Fees that replace a transaction: a quarter more, since nodes ask for a tenth more. */
  raised(before: Fees): Fees;
}

/** Minimum tip in wei. Where blocks are empty, nodes have seen no tip. */
const minTip = 1_000_000n;

/** Creates the fees of a chain. Call `refresh` first. */
export function createFees({ request }: Pick<EvmNode, 'request'>): FeeOracle {
  let fees: Fees = { maxFeePerGas: minTip, maxPriorityFeePerGas: minTip };
  return {
    async refresh() {
      const history = await request({ method: 'eth_feeHistory', params: ['0x1', 'latest', [50]] });
      const tip = larger(minTip, weiOf(history.reward?.[0]?.[0]));
      // The base fee takes six full blocks to double.
      fees = { maxFeePerGas: 2n * weiOf(history.baseFeePerGas.at(-1)) + tip, maxPriorityFeePerGas: tip };
    },
    current: () => fees,
    raised: (before) => ({
      maxFeePerGas: larger(fees.maxFeePerGas, raise(before.maxFeePerGas)),
      maxPriorityFeePerGas: larger(fees.maxPriorityFeePerGas, raise(before.maxPriorityFeePerGas)),
    }),
  };
}

function weiOf(quantity: Hex | undefined): bigint {
  return quantity === undefined ? 0n : hexToBigInt(quantity);
}

function raise(amount: bigint): bigint {
  return (amount * 5n) / 4n + 1n;
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
