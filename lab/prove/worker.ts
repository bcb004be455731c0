/** The worker of a thread pool. A mutant changes emitted machines in place, so that a thread tries one at a time. */

import { readContract } from '#conformance/contract/contract.ts';
import { mutantsOf } from '#lab/mutants/all.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from './apply/contracts.ts';
import { proveMutant } from './prove-mutant.ts';
import { type HostFiles, idOfFault, type Task } from './task.ts';
import { type Catching, type FalseAlarms, falseAlarms } from './unbroken.ts';
import type { Verdict } from './verdict.ts';

/** State that a worker keeps for a host. */
interface OpenHost {
  readonly host: string;
  readonly side: Side;
  readonly mutants: Map<string, Mutant>;
}

let opened: OpenHost | undefined;

/** Tries one mutant. */
export default async function tryTask({ task, files }: { task: Task; files: HostFiles }): Promise<Verdict> {
  const { host, mutant: id } = task;
  // Tasks come host by host, so that one contract is kept at a time.
  if (opened?.host !== host) opened = await open(host, files);
  const { side, mutants } = opened;
  if (files.project === undefined) {
    // Faults need packages that projects do not install.
    const { faults } = await import('#lab/faults/index.ts');
    const { proveFault } = await import('./prove-fault.ts');
    const fault = faults.find((each) => each.host === host && idOfFault(each) === id);
    if (fault) return proveFault({ contract: side.contract, target: files.target }, fault);
  }
  const mutant = mutants.get(id);
  if (!mutant) throw new Error(`Host ${host} has no mutant ${id}.`);
  // Each mutant is tried once; deleting it releases what was computed from its contract.
  mutants.delete(id);
  return proveMutant(side, files, mutant);
}

/** Judges rules on an unbroken gateway. */
export async function judgeUnbroken(asked: { catching: Catching; files: HostFiles }): Promise<FalseAlarms> {
  const { catching, files } = asked;
  return falseAlarms(await readContract(files.contract), files, catching);
}

async function open(host: string, { contract: file }: HostFiles): Promise<OpenHost> {
  const contract = await readContract(file);
  return { host, side: sideOf(contract), mutants: new Map(mutantsOf(contract).map((mutant) => [mutant.id, mutant])) };
}
