import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { type OtherService, startGateway } from '#gateway/start.ts';
import type { Subject } from './trial.ts';

/** A project that serves hosts of its own: URLs of its modules, which every worker imports for itself. */
export interface Project {
  /** Its emitted hosts. */
  readonly hosts: string;
  /** Its module `gateway.ts`, with the handlers. */
  readonly gateway: string;
  /** The folder of its emitted machines. */
  readonly machines: string;
}

/** How the gateway of a host is started: that of a project with its own handlers. */
export async function starterOf(project: Project | undefined): Promise<Subject['start']> {
  if (project === undefined) return startGateway;
  const { hosts }: { readonly hosts: Readonly<Record<string, HostDefinition>> } = await import(project.hosts);
  const { service }: { readonly service: OtherService } = await import(project.gateway);
  return ({ host, ...options }, alter) =>
    startGateway({ ...options, host: hosts[String(host)] ?? host, service }, alter);
}
