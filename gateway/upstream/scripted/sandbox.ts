import type { Directed } from '@tollwright/runtime/upstream/direct';
import type { SandboxUpstream } from '../sandbox-port.ts';

/** The provider of sandboxes with scripted outcomes. */
export function scriptedSandbox(inner: SandboxUpstream, directed: Directed): SandboxUpstream {
  return {
    async startSandbox(request, context) {
      await directed(context);
      return inner.startSandbox(request, context);
    },
    async runCommand(ticket, request, context) {
      const direction = await directed(context);
      const result = await inner.runCommand(ticket, request, context);
      return direction?.outcome === 'empty' ? { ...result, stdout: '', stderr: '' } : result;
    },
    endSandbox: (ticket) => inner.endSandbox(ticket),
  };
}
