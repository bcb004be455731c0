import type { Directed } from './direct.ts';
import type { WebUpstream } from './web-port.ts';

/** What a provider that has nothing to say leaves empty. */
const nothing: Readonly<Record<string, unknown>> = { results: [], citations: [], answer: '' };

/** The provider of web searches under direction. */
export function scriptedWeb(inner: WebUpstream, directed: Directed): WebUpstream {
  return {
    async askWeb(ask, occasion) {
      const direction = await directed(occasion);
      const answer = await inner.askWeb(ask, occasion);
      if (direction?.outcome !== 'empty') return answer;
      return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, nothing[name] ?? value]));
    },
  };
}
