/** The port to the provider of sandboxes. */

import type { UpstreamContext } from './context.ts';

/** Return codes of commands that were stopped, as in shells. */
export const codes = { timedOut: 124, killed: 137 } as const;

/** A request to start a sandbox. */
export interface SandboxRequest {
  /** Name that no other sandbox has. */
  readonly id: string;
  readonly image: string;
  readonly cpu: number;
  /** Megabytes. */
  readonly memory: number;
}

/** A request to run a command. */
export interface CommandRequest {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Seconds after which the command is killed. */
  readonly seconds: number;
}

/** The result of a command. */
export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  /** The sandbox as the command left it. */
  readonly ticket: string;
}

/** The provider of sandboxes. It rejects with an `UpstreamFailure` when it does not deliver. */
export interface SandboxUpstream {
  /** Answers with all that the other methods need, as text that can be stored and read after a restart. */
  startSandbox(request: SandboxRequest, context: UpstreamContext): Promise<string>;
  runCommand(ticket: string, request: CommandRequest, context: UpstreamContext): Promise<CommandResult>;
  /** Kills whatever still runs in the sandbox. */
  endSandbox(ticket: string): Promise<void>;
}
