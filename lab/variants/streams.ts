import { changeStreams } from '../toolkit/server.ts';
import { defineVariants } from './variant.ts';

/** Streams of events that say the same in other lines. */
export const streaming = defineVariants('streams', [
  { name: 'comments between events', choice: 'comments', alter: changeStreams((part) => `: ping\n\n${part}`) },
  { name: 'ids of events', choice: 'ids', alter: changeStreams((part) => part.replaceAll(/^data:/gm, 'id: 7\ndata:')) },
  {
    name: 'a time to retry in events',
    choice: 'retry',
    alter: changeStreams((part) => part.replaceAll(/^data:/gm, 'retry: 500\ndata:')),
  },
  {
    name: 'event lines that end as on Windows',
    choice: 'lines',
    alter: changeStreams((part) => part.replaceAll('\n', '\r\n')),
  },
  {
    name: 'no blank after the names of event lines',
    choice: 'blank',
    alter: changeStreams((part) => part.replaceAll(/^(data|event): /gm, '$1:')),
  },
  { name: 'two blank lines between events', choice: 'gaps', alter: changeStreams((part) => `${part}\n`) },
]);
