import type { Directed } from '@tollwright/runtime/upstream/direct';
import type { DataUpstream } from '../data-port.ts';

/** The providers of data with scripted outcomes. */
export function scriptedData(inner: DataUpstream, directed: Directed): DataUpstream {
  return {
    async readData(request, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? { data: [] } : inner.readData(request, context);
    },
    async listInstruments(market, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? [] : inner.listInstruments(market, context);
    },
    async readSpot(market, symbol, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? undefined : inner.readSpot(market, symbol, context);
    },
    async readBars(market, symbol, request, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? [] : inner.readBars(market, symbol, request, context);
    },
    async callNode(chain, calls, context) {
      await directed(context);
      return inner.callNode(chain, calls, context);
    },
  };
}
