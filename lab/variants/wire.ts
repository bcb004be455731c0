import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@tollwright/runtime/http/request';
import type { Alteration } from '#gateway/start.ts';
import { headerOf, withoutHeaders } from '../toolkit/messages.ts';
import { addHeader, changeHeaders, changeResponses, changeStreams } from '../toolkit/server.ts';
import { defineVariants, everyHost, type VariantDefinition } from './variant.ts';

/** Most pieces of one body; the rest is sent at once, because hundreds of pieces would take most of a run. */
const maxPieces = 24;

/** Sends a body in pieces of unknown length. */
const chunked = (size: number): Alteration =>
  changeResponses((answer) => {
    const { body, ...rest } = answer;
    if (typeof body !== 'string' || body === '' || answer.status === 204) return answer;
    const characters = [...body];
    return {
      ...rest,
      parts: (async function* () {
        const end = Math.min(characters.length, maxPieces * size);
        for (let start = 0; start < end; start += size) yield characters.slice(start, start + size).join('');
        if (end < characters.length) yield characters.slice(end).join('');
      })(),
    };
  });

const cased = (change: (name: string) => string): Alteration =>
  changeHeaders((all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [change(name), String(value)])));

const typed = (change: (type: string) => string): Alteration =>
  changeResponses((answer) => {
    const type = headerOf(answer, 'content-type');
    if (type === undefined || !type.startsWith('application/json')) return answer;
    return { ...answer, headers: { ...withoutHeaders(answer.headers, 'content-type'), 'Content-Type': change(type) } };
  });

/** Delays responses by the milliseconds that `late` returns. */
const slower = (late: (answer: Answer, count: number) => number): Alteration => {
  return (parts) => {
    let count = 0;
    return changeResponses(async (answer) => {
      count += 1;
      await delay(late(answer, count));
      return answer;
    })(parts);
  };
};

/** Sends a stream when it has ended, in other parts. */
const wholeStreams = (divide: (text: string) => readonly string[]): Alteration =>
  changeResponses((answer) => {
    const { parts } = answer;
    if (!parts) return answer;
    return {
      ...answer,
      parts: (async function* () {
        let text = '';
        for await (const part of parts) text += part;
        yield* divide(text);
      })(),
    };
  });

/** Waits once between two parts of a stream. */
const pausing =
  (milliseconds: number): Alteration =>
  (parts) => {
    let isFirst = true;
    return changeResponses((answer) => {
      const { parts: own } = answer;
      if (!own || !isFirst) return answer;
      isFirst = false;
      return {
        ...answer,
        parts: (async function* () {
          let count = 0;
          for await (const part of own) {
            count += 1;
            if (count === 2) await delay(milliseconds);
            yield part;
          }
        })(),
      };
    })(parts);
  };

/** Headers that proxies and frameworks add. */
const usual: readonly (readonly [name: string, value: string])[] = [
  ['Server', 'cloudflare'],
  ['Via', '1.1 varnish, 1.1 google'],
  ['CF-Ray', '8f1a2b3c4d5e6f70-FRA'],
  ['X-Request-Id', 'req_01hzy3v7q2'],
  ['X-Powered-By', 'Express'],
  ['Vary', 'Accept-Encoding, Origin'],
  ['ETag', 'W/"2a-1f7b"'],
  ['Set-Cookie', '__cf_bm=abc; path=/; HttpOnly; Secure'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Content-Security-Policy', "default-src 'none'"],
  ['Server-Timing', 'edge;dur=3, origin;dur=12.5'],
  ['Alt-Svc', 'h3=":443"; ma=86400'],
  ['Link', '</openapi.json>; rel="service-desc"'],
  ['Access-Control-Allow-Origin', '*'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Content-Language', 'en'],
  ['Age', '0'],
  ['Deprecation', '@1767225600'],
  ['X-Payment-Version', '2'],
];

const added = usual.map(([name, value]): VariantDefinition => ({
  name: `sends a ${name} header`,
  alter: addHeader(name, value),
}));

/** Framing, headers and delays of responses. */
export const wire = defineVariants(
  'wire',
  [
    ...added,
    {
      name: 'omits Cache-Control',
      alter: changeHeaders((_, { headers: all }) =>
        all['Cache-Control'] === 'no-store' ? withoutHeaders(all, 'cache-control') : all,
      ),
    },
    { name: 'sends header names in lower case', choice: 'case', alter: cased((name) => name.toLowerCase()) },
    { name: 'sends header names in upper case', choice: 'case', alter: cased((name) => name.toUpperCase()) },
    {
      name: 'sends header names capitalized',
      choice: 'case',
      alter: cased((name) => name.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())),
    },
    { name: 'sends the charset of JSON', choice: 'type', alter: typed((type) => `${type}; charset=utf-8`) },
    {
      name: 'sends the charset of JSON in upper case',
      choice: 'type',
      alter: typed(() => 'application/json;charset=UTF-8'),
    },
    { name: 'sends the content type with capitals', choice: 'type', alter: typed(() => 'Application/JSON') },
    { name: 'sends responses in chunks', choice: 'framing', alter: chunked(64) },
    { name: 'sends responses in chunks of one character', choice: 'framing', alter: chunked(1) },
    { name: 'sends streams a character at a time', choice: 'pieces', alter: changeStreams((part) => [...part]) },
    { name: 'closes the connection after every call', choice: 'connection', alter: addHeader('Connection', 'close') },
    { name: 'keeps connections for one second', choice: 'connection', alter: addHeader('Keep-Alive', 'timeout=1') },
    { name: 'delays responses by 30 ms', choice: 'pace', alter: slower(() => 30) },
    {
      name: 'delays some responses by one second',
      choice: 'pace',
      alter: slower((_, count) => (count % 200 === 7 ? 1000 : 0)),
    },
    {
      name: 'delays successful responses',
      choice: 'pace',
      alter: slower(({ status }) => (status < 300 ? 80 : 0)),
    },
  ],
  everyHost,
);

/** The same streams of events in different lines. */
export const streaming = defineVariants(
  'streams',
  [
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
    {
      name: 'ends event lines with CR',
      choice: 'lines',
      alter: changeStreams((part) => part.replaceAll('\n', '\r')),
    },
    {
      name: 'begins streams with a byte order mark',
      choice: 'start',
      alter: wholeStreams((text) => [`\uFEFF${text}`]),
    },
    { name: 'sends all events of a stream at once', choice: 'start', alter: wholeStreams((text) => [text]) },
    {
      name: 'splits the data of events over lines',
      choice: 'data',
      alter: changeStreams((part) =>
        part.replaceAll(/^data: ?(\{.*\})$/gm, (_, json: string) =>
          JSON.stringify(JSON.parse(json), null, 1).replaceAll(/^/gm, 'data: '),
        ),
      ),
    },
    {
      name: 'names the events of chats',
      choice: 'names',
      alter: changeStreams((part) =>
        /^event:/m.test(part) ? part : part.replaceAll(/^data:/gm, 'event: message\ndata:'),
      ),
    },
    { name: 'pauses in its first stream', choice: 'pace of streams', alter: pausing(3000) },
    {
      name: 'ends chats without a mark',
      choice: 'mark',
      // No shape of chunks is shown, nor what follows the last one.
      alter: changeStreams((part) => part.replaceAll(/^data: ?\[DONE\]\n+/gm, '')),
    },
  ],
  everyHost,
);
