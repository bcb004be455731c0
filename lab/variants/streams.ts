import { changeStreams } from '../toolkit/server.ts';
import { defineVariants } from './variant.ts';

/** Streams of events that say the same in other lines. */
export const streaming = defineVariants('streams', [
  { name: 'sends comments between events', choice: 'comments', alter: changeStreams((part) => `: ping\n\n${part}`) },
  {
    name: 'sends event ids',
    choice: 'ids',
    alter: changeStreams((part) => part.replaceAll(/^data:/gm, 'id: 7\ndata:')),
  },
  {
    name: 'sends a retry time in events',
    choice: 'retry',
    alter: changeStreams((part) => part.replaceAll(/^data:/gm, 'retry: 500\ndata:')),
  },
  {
    name: 'ends event lines with CRLF',
    choice: 'lines',
    alter: changeStreams((part) => part.replaceAll('\n', '\r\n')),
  },
  {
    name: 'sends no space after event field names',
    choice: 'blank',
    alter: changeStreams((part) => part.replaceAll(/^(data|event): /gm, '$1:')),
  },
  { name: 'sends two blank lines between events', choice: 'gaps', alter: changeStreams((part) => `${part}\n`) },
]);
