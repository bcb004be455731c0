import type { Directed } from './direct.ts';
import type { SandboxUpstream } from './sandbox-port.ts';

/** The provider of sandboxes under direction. */
export function scriptedSandbox(inner: SandboxUpstream, directed: Directed): SandboxUpstream {
  return {
    async startSandbox(ask, occasion) {
      await directed(occasion);
      return inner.startSandbox(ask, occasion);
    },
    async runCommand(ticket, ask, occasion) {
      const direction = await directed(occasion);
      const result = await inner.runCommand(ticket, ask, occasion);
      return direction?.outcome === 'empty' ? { ...result, stdout: '', stderr: '' } : result;
    },
    endSandbox: (ticket) => inner.endSandbox(ticket),
  };
}
