import { streams } from '../toolkit/exchange.ts';
import { family } from './variant.ts';

/** Streams of events that say the same in other lines. */
export const streaming = family('streams', [
  { name: 'comments between events', choice: 'comments', alter: streams((part) => `: ping\n\n${part}`) },
  { name: 'ids of events', choice: 'ids', alter: streams((part) => part.replaceAll(/^data:/gm, 'id: 7\ndata:')) },
  {
    name: 'a time to retry in events',
    choice: 'retry',
    alter: streams((part) => part.replaceAll(/^data:/gm, 'retry: 500\ndata:')),
  },
  {
    name: 'event lines that end as on Windows',
    choice: 'lines',
    alter: streams((part) => part.replaceAll('\n', '\r\n')),
  },
  {
    name: 'no blank after the names of event lines',
    choice: 'blank',
    alter: streams((part) => part.replaceAll(/^(data|event): /gm, '$1:')),
  },
  { name: 'two blank lines between events', choice: 'gaps', alter: streams((part) => `${part}\n`) },
]);
