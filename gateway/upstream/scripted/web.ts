import type { Directed } from '@tollwright/runtime/upstream/direct';
import type { WebUpstream } from '../web-port.ts';

/** The empty values of a response without results. */
const nothing: Readonly<Record<string, unknown>> = { results: [], citations: [], answer: '' };

/** The provider of web searches with scripted outcomes. */
export function scriptedWeb(inner: WebUpstream, directed: Directed): WebUpstream {
  return {
    async askWeb(request, context) {
      const direction = await directed(context);
      const answer = await inner.askWeb(request, context);
      if (direction?.outcome !== 'empty') return answer;
      return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, nothing[name] ?? value]));
    },
  };
}
