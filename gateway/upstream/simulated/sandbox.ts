import { z } from 'zod';
import type { CommandResult, SandboxUpstream } from '../sandbox-port.ts';
import { runPython } from './python/run.ts';

const ticketData = z.object({
  id: z.string(),
  /** Megabytes. */
  memory: z.number(),
  files: z.record(z.string(), z.string()),
});

type Ticket = z.infer<typeof ticketData>;

/** The programs by which Python is called. */
const interpreters = /^(\/usr(\/local)?\/bin\/)?python(3(\.11)?)?$/;

/** Response of a shell to an unknown program. */
const notFound = 127;

/** Sandboxes that run Python for real. Between commands a sandbox is only its files, which are in its ticket. */
export function simulatedSandboxes(): SandboxUpstream {
  const running = new Map<string, Set<AbortController>>();

  async function run(ticket: Ticket, args: readonly string[], seconds: number, signal: AbortSignal) {
    const controller = new AbortController();
    const commands = running.get(ticket.id) ?? new Set();
    running.set(ticket.id, commands.add(controller));
    try {
      const { memory, files } = ticket;
      return await runPython({ args, files, memory, seconds, signal: AbortSignal.any([signal, controller.signal]) });
    } finally {
      commands.delete(controller);
      if (commands.size === 0) running.delete(ticket.id);
    }
  }

  return {
    startSandbox: async ({ id, memory }) => JSON.stringify({ id, memory, files: {} } satisfies Ticket),
    async runCommand(ticket, { command, seconds }, { signal }) {
      const sandbox = ticketData.parse(JSON.parse(ticket));
      const [program = '', ...args] = command;
      if (!interpreters.test(program)) return missing(program, ticket);
      const { files, ...result } = await run(sandbox, args, seconds, signal);
      return { ...result, ticket: JSON.stringify({ ...sandbox, files } satisfies Ticket) };
    },
    async endSandbox(ticket) {
      for (const controller of running.get(ticketData.parse(JSON.parse(ticket)).id) ?? []) controller.abort();
    },
  };
}

function missing(program: string, ticket: string): CommandResult {
  return { stdout: '', stderr: `${program}: command not found\n`, code: notFound, ticket };
}
