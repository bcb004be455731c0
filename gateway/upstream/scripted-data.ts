import type { DataUpstream } from './data-port.ts';
import type { Directed } from './direct.ts';

/** The providers of data under direction. */
export function scriptedData(inner: DataUpstream, directed: Directed): DataUpstream {
  return {
    async readData(ask, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? { data: [] } : inner.readData(ask, occasion);
    },
    async listInstruments(market, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? [] : inner.listInstruments(market, occasion);
    },
    async readSpot(market, symbol, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? undefined : inner.readSpot(market, symbol, occasion);
    },
    async readBars(market, symbol, ask, occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? [] : inner.readBars(market, symbol, ask, occasion);
    },
    async callNode(chain, calls, occasion) {
      await directed(occasion);
      return inner.callNode(chain, calls, occasion);
    },
  };
}
