import { readContract } from '#conformance/contract/contract.ts';
import { loadHosts } from '../hosts.ts';
import type { Figure } from './figure.ts';
import { load, pairedRatio, type Shot, serve, serveGateway } from './load.ts';
import type { BareAnswer } from './servers/bare.ts';

const requests = 10_000;
const rounds = 15;
/** Rounds before the first that counts: a server that does more is compiled later. */
const warmUps = 4;

/** Compares unpaid calls, the challenge path, with a bare server and with the official Express adapter. */
export async function challengePath(): Promise<Figure[]> {
  const { host, shot } = await target();
  const gateway = await serveGateway({ host });
  const answer = await challengeOf(gateway.url, shot);
  const bare = await serve('./servers/bare.ts', JSON.stringify(answer));
  const express = await serve('./servers/express.ts', shot.path);
  try {
    for (let round = 0; round < warmUps; round += 1)
      for (const { url } of [gateway, bare, express]) await load(url, shot, requests);
    const limit = await pairedRatio(
      rounds,
      () => load(gateway.url, shot, requests),
      () => load(bare.url, shot, requests),
    );
    const peer = await pairedRatio(
      rounds,
      () => load(gateway.url, shot, requests),
      () => load(express.url, shot, requests),
    );
    return [
      {
        what: 'challenges per second against the limit',
        ours: `${limit.a.toFixed(0)} /s`,
        peer: `bare node:http, the same headers and body: ${limit.b.toFixed(0)} /s`,
        value: limit.ratio,
        aim: { atLeast: 0.75 },
      },
      {
        what: 'challenges per second against the peer',
        ours: `${peer.a.toFixed(0)} /s`,
        peer: `@x402/express: ${peer.b.toFixed(0)} /s`,
        value: peer.ratio,
        aim: { atLeast: 2.3 },
      },
    ];
  } finally {
    for (const { stop } of [gateway, bare, express]) stop();
  }
}

/** The first operation that is sold on an x402 host and takes a body, with its example request. */
async function target(): Promise<{ host: string; shot: Shot }> {
  for (const { id, auth } of Object.values(await loadHosts('generated'))) {
    if (auth !== 'x402') continue;
    const { operations } = await readContract(`generated/contracts/${id}.json`);
    const sold = operations.find(
      ({ auth: paid, method, path }) => paid === 'payment' && method === 'POST' && !path.includes('{'),
    );
    if (sold) return { host: id, shot: { path: sold.path, body: JSON.stringify(sold.example.body) } };
  }
  throw new Error('No host sells anything.');
}

/** The challenge, so that the limit sends the same bytes: a header costs both ends more than as many bytes of a body. */
async function challengeOf(url: string, { path, body }: Shot): Promise<BareAnswer> {
  const answer = await fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  // Node adds these itself.
  const own = ['connection', 'date', 'keep-alive'];
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.includes(name))),
    body: await answer.text(),
  };
}
