/** Which mutants are tried, on which host, and in which order. */

import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { shuffled } from '#conformance/arbitraries/sampling.ts';
import type { Contract } from '#conformance/contract/contract.ts';
import { globOf } from '#conformance/run/select.ts';
import { canPayOn } from '#conformance/wallet/networks.ts';
import { type OtherService, startGateway } from '#gateway/start.ts';
import type { Fault } from '#lab/faults/index.ts';
import { mutantsOf } from '#lab/mutants/all.ts';
import type { Subject } from './trial.ts';

/** Selection of the mutants of a host. */
export interface Choice {
  /** Rule ids; `*` stands for any text. */
  readonly only?: readonly string[];
  /** Size of the sample that the seed chooses; absent means all. */
  readonly sample?: number;
  readonly seed: number;
  /** Faults of the built-in gateway; a project has none. */
  readonly faults: readonly Fault[];
}

/** One mutant of one host: its id, which is the same in every run. */
export interface Task {
  readonly host: string;
  readonly mutant: string;
}

/** Where a host's contract and its target file are. */
export interface HostFiles {
  readonly contract: string;
  /** Absent where the host has none. */
  readonly target?: string;
  /** The project that serves the host; absent for the built-in gateway. */
  readonly project?: Project;
}

/** The name of a behaviour fault among mutants. */
export function idOfFault({ rule, name }: Fault): string {
  return `${rule}/behaviour: ${name}`;
}

/**
 * Chooses the mutants of some hosts, in the order of operators.
 *
 * The same change of the same rule on several hosts is tried on one of them: of the hosts whose payments the suite can
 * make, the one with the most operations.
 */
export function chooseTasks(
  contracts: readonly Contract[],
  { only = [], sample, seed, faults }: Choice,
): readonly Task[] {
  const patterns = only.map(globOf);
  const isChosen = (rule: string) => patterns.length === 0 || patterns.some((pattern) => pattern.test(rule));
  const known = new Set<string>();
  return contracts.toSorted(byCoverage).flatMap((contract) => {
    const host = contract.host.id;
    const fresh = mutantsOf(contract).filter(({ rule, operator, description }) => {
      const change = `${rule.id}/${operator}: ${description}`;
      return !known.has(change) && isChosen(rule.id) && known.add(change);
    });
    const misbehaving = faults.filter((fault) => fault.host === host && isChosen(fault.rule));
    const ids = [...fresh.map(({ id }) => id), ...misbehaving.map(idOfFault)];
    return drawn(ids, sample, seed).map((mutant) => ({ host, mutant }));
  });
}

/** Hosts whose payments can be made first, then those with more operations. */
function byCoverage(one: Contract, other: Contract): number {
  const coverage = ({ host, operations }: Contract) =>
    operations.length + (host.payment && !canPayOn(host.payment.network) ? 0 : 1_000);
  return coverage(other) - coverage(one);
}

function drawn(ids: readonly string[], sample: number | undefined, seed: number): readonly string[] {
  if (sample === undefined || sample >= ids.length) return ids;
  const wanted = new Set(shuffled(ids, seed).slice(0, sample));
  return ids.filter((id) => wanted.has(id));
}

/** A project that serves hosts of its own, by the URLs of its modules, which every worker imports. */
export interface Project {
  /** Its emitted hosts. */
  readonly hosts: string;
  /** Its module `gateway.ts`, with the handlers. */
  readonly gateway: string;
  /** The folder of its emitted machines. */
  readonly machines: string;
}

/** Returns the function that starts the gateway of a host; a project has handlers of its own. */
export async function starterOf(project: Project | undefined): Promise<Subject['start']> {
  if (project === undefined) return startGateway;
  const { hosts }: { readonly hosts: Readonly<Record<string, HostDefinition>> } = await import(project.hosts);
  const { service }: { readonly service: OtherService } = await import(project.gateway);
  return ({ host, ...options }, alter) =>
    startGateway({ ...options, host: hosts[String(host)] ?? host, service }, alter);
}
