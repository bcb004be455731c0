/** A worker: tries one mutant after another, as it is told. Emitted machines are changed in place, so that it is alone. */

import { parentPort, workerData } from 'node:worker_threads';
import { readContract } from '#conformance/contract/contract.ts';
import { faults } from '#lab/faults/index.ts';
import { mutantsOf } from '#lab/mutants/all.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { proveFault } from './prove-fault.ts';
import { proveMutant } from './prove-mutant.ts';
import { type Side, sideOf } from './realise/pair.ts';
import { idOfFault, type Task } from './task.ts';
import type { Verdict } from './verdict.ts';

/** Files of each host, by its id. */
export type WorkerData = Readonly<Record<string, HostFiles>>;

/** Where a host's contract and its target file are. */
export interface HostFiles {
  readonly contract: string;
  /** Absent where the host has none. */
  readonly target?: string;
}

interface Opened {
  readonly host: string;
  readonly side: Side;
  readonly target: string | undefined;
  readonly mutants: Map<string, Mutant>;
}

const hosts: WorkerData = workerData;
let opened: Opened | undefined;

async function open(host: string): Promise<Opened> {
  const { contract: file, target } = hosts[host] ?? {};
  if (file === undefined) throw new Error(`No files of host ${host} are given.`);
  const contract = await readContract(file);
  const mutants = new Map(mutantsOf(contract).map((mutant) => [mutant.id, mutant]));
  return { host, side: sideOf(contract), target, mutants };
}

async function verdictOn({ host, mutant: id }: Task): Promise<Verdict> {
  // Tasks come host by host, so that one contract is kept at a time.
  if (opened?.host !== host) opened = await open(host);
  const { side, target, mutants } = opened;
  const fault = faults.find((each) => each.host === host && idOfFault(each) === id);
  if (fault) return proveFault({ contract: side.contract, target }, fault);
  const mutant = mutants.get(id);
  if (!mutant) throw new Error(`Host ${host} has no mutant ${id}.`);
  // Nobody asks for it again, and what was computed of its contract goes with it.
  mutants.delete(id);
  return proveMutant(side, target, mutant);
}

parentPort?.on('message', async (task: Task | undefined) => {
  if (!task) return parentPort?.close();
  parentPort?.postMessage(await verdictOn(task));
});
