/** Services that silently do something different from the request. */

import { type Handle, wrapHandlers } from '../toolkit/handlers.ts';
import { changeBody, changeQuery } from '../toolkit/requests.ts';
import { defineFaults } from './fault.ts';

export const services = defineFaults('services', [
  {
    name: 'searches the news as well where no sources are given',
    rule: 'search-default-sources.no-news',
    level: 'paid',
    only: ['search-default-sources.*'],
    alter: changeBody('search', (body) => ({ sources: ['x', 'web', 'news'], ...body })),
  },
  {
    name: 'takes a pair of its own where an exchange endpoint gets none',
    rule: 'crypto-data-parameters.pair',
    level: 'paid',
    only: ['crypto-data-parameters.*'],
    everywhere: true,
    alter: changeQuery('get-crypto-data', (query) => ({ pair: 'BTC-USDT', ...query })),
  },
  {
    name: 'leaves cancelled responses running',
    rule: 'background-cancelled-for-good.state',
    level: 'controlled',
    only: ['background-cancelled-for-good.*'],
    alter: wrapHandlers(['cancel-response'], (_, { handlers }) => (call) => {
      const poll = handlers['get-response'] as Handle;
      return poll({ ...call, query: {} });
    }),
  },
]);
