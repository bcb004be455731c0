import type { JobMachine } from '../jobs/step.ts';
import { defineMachine } from '../operation/machine.ts';

/** A job that reads pages: it is done when its work ends, fails with it, and can be cancelled. */
export const crawl: JobMachine = defineMachine({
  id: 'crawl',
  initial: 'running',
  states: {
    running: { summary: 'Pages are read' },
    done: { summary: 'All were read', final: true },
    failed: { summary: 'It broke off', final: true },
    cancelled: { summary: 'Its buyer needs it no longer', final: true },
  },
  transitions: [
    {
      ...{ id: 'crawl.running.poll', from: ['running'], on: 'poll', to: 'done', effects: ['settle-once'] },
      guard: ({ upstream }: { readonly upstream: { readonly finished: boolean } }) => upstream.finished,
    },
    { id: 'crawl.running.failed', from: ['running'], on: 'upstream.failed', to: 'failed', effects: ['release'] },
    { id: 'crawl.running.cancel', from: ['running'], on: 'cancel', to: 'cancelled', effects: ['release'] },
  ],
});
