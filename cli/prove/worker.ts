/** A worker: tries one mutant after another, as it is told. Emitted machines are changed in place, so that it is alone. */

import { parentPort, workerData } from 'node:worker_threads';
import { readContract } from '#conformance/contract.ts';
import { proveOne } from './prove-one.ts';
import { sideOf } from './realise/pair.ts';
import { type Choice, chosen } from './task.ts';

/** What a worker is started with. */
export interface WorkerData {
  /** Contract file. */
  readonly contract: string;
  readonly choice: Choice;
}

const { contract, choice }: WorkerData = workerData;
const right = sideOf(await readContract(contract));
const mutants = chosen(right.contract, choice);

parentPort?.on('message', async (index: number) => {
  const mutant = mutants[index];
  if (!mutant) return parentPort?.close();
  parentPort?.postMessage(await proveOne(right, mutant));
});
parentPort?.postMessage(mutants.length);
