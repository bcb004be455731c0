import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UpstreamContext } from '../context.ts';
import type { ChatPiece, ChatRequest } from '../port.ts';
import { countTokens } from '../tokens.ts';
import { simulatedUpstream } from './upstream.ts';

const upstream = simulatedUpstream({ seed: 1, imageSeconds: { 'slow/model': 120 } });
const context: UpstreamContext = { route: 'POST /x', now: 1_000_000, signal: new AbortController().signal };
const later = (seconds: number): UpstreamContext => ({ ...context, now: context.now + seconds * 1000 });

const chatRequest: fc.Arbitrary<ChatRequest> = fc.record({
  model: fc.string(),
  messages: fc.array(fc.record({ role: fc.constantFrom('system', 'user'), content: fc.string({ unit: 'binary' }) })),
  maxTokens: fc.integer({ min: 1, max: 200 }),
});

async function piecesOf(request: ChatRequest): Promise<readonly ChatPiece[]> {
  const pieces: ChatPiece[] = [];
  for await (const piece of upstream.chat(request, context)) pieces.push(piece);
  return pieces;
}

describe('chat', () => {
  test('answers the same request with the same pieces', async () => {
    await fc.assert(
      fc.asyncProperty(chatRequest, async (request) => {
        expect(await piecesOf(request)).toEqual(await piecesOf(request));
      }),
    );
  });

  test('says something within the token bound and counts it', async () => {
    await fc.assert(
      fc.asyncProperty(chatRequest, async (request) => {
        const pieces = await piecesOf(request);
        const text = pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');
        const end = pieces.at(-1);
        expect(text).not.toBe('');
        expect(countTokens(text)).toBeLessThanOrEqual(request.maxTokens);
        expect(end).toMatchObject({ type: 'end', usage: { completionTokens: countTokens(text) } });
      }),
    );
  });

  test('breaks off for a caller who has left', async () => {
    const aborter = new AbortController();
    const messages = [{ role: 'user' as const, content: 'Say hello.' }];
    const pieces = upstream.chat({ model: 'm', messages, maxTokens: 99 }, { ...context, signal: aborter.signal });
    const read = async () => {
      for await (const piece of pieces) if (piece.type === 'text') aborter.abort();
    };
    await expect(read()).rejects.toThrow('The caller disconnected.');
  });

  test('reads no more than the context window', async () => {
    const small = simulatedUpstream({ seed: 1, imageSeconds: {}, contextWindow: () => 3 });
    const messages = [{ role: 'user' as const, content: 'x'.repeat(100) }];
    const pieces: ChatPiece[] = [];
    for await (const piece of small.chat({ model: 'm', messages, maxTokens: 8 }, context)) pieces.push(piece);
    expect(pieces.at(-1)).toMatchObject({ usage: { promptTokens: 3 } });
  });

  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', pattern: '^[A-Z]{2}-\\d+$' },
      sizes: { type: 'array', items: { type: 'integer', minimum: 3, maximum: 9 }, minItems: 2, uniqueItems: true },
      next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
    },
    required: ['name', 'sizes', 'next'],
    additionalProperties: false,
  };
  const isValid = new Ajv2020().compile(schema);
  const textOf = (pieces: readonly ChatPiece[]) =>
    pieces.map((piece) => (piece.type === 'text' ? piece.text : '')).join('');

  test('is JSON that is valid against the schema of the request', async () => {
    const request = chatRequest.map((drawn) => ({ ...drawn, schema, maxTokens: 10_000 }));
    await fc.assert(
      fc.asyncProperty(request, async (drawn) => {
        expect(isValid(JSON.parse(textOf(await piecesOf(drawn))))).toBe(true);
      }),
    );
  });

  test('calls the chosen tool with valid arguments, and answers what it returned in words', async () => {
    const tools = ['a', 'b'].map((name) => ({ name, parameters: schema }));
    const asked = { model: 'm', messages: [{ role: 'user', content: 'x' }], maxTokens: 10_000, tools };
    const [call, end] = await piecesOf({ ...asked, toolChoice: { name: 'b' } });
    if (call?.type !== 'call') throw new Error('No tool was called.');
    expect([call.name, isValid(JSON.parse(call.arguments)), end]).toMatchObject(['b', true, { finishReason: 'tools' }]);
    expect(textOf(await piecesOf({ ...asked, toolChoice: 'none' }))).toContain('simulated');
    const returned = [...asked.messages, { role: 'tool', content: 'y' }];
    expect(textOf(await piecesOf({ ...asked, messages: returned }))).toContain('simulated');
  });

  test('refuses a schema that no value meets', async () => {
    const request = { model: 'm', messages: [], maxTokens: 9, schema: { type: 'string', minLength: 2, maxLength: 1 } };
    await expect(piecesOf(request)).rejects.toMatchObject({ kind: 'rejected' });
  });

  test('reports the requested tier on every piece', async () => {
    const pieces = await piecesOf({ model: 'm', messages: [], maxTokens: 9, tier: 'flex' });
    expect(new Set(pieces.map((piece) => piece.tier))).toEqual(new Set(['flex']));
  });
});

describe('search', () => {
  test('cites the requested number of pages of each source, each once and by a URI', async () => {
    const { citations } = await upstream.search({ query: 'kites', sources: ['x', 'web'], maxResults: 50 }, context);
    expect(new Set(citations).size).toBe(100);
    expect(citations.every((citation) => URL.canParse(citation))).toBe(true);
  });
});

describe('images', () => {
  const request = { model: 'quick/model', prompt: 'A kite', size: '64x32', count: 3 };

  test('finishes at once unless the model is slow', async () => {
    const quick = await upstream.startImage(request, context);
    expect(quick.progress).toMatchObject({ state: 'finished', files: { length: 3 } });
  });

  test('queues, works on and finishes the job of a slow model', async () => {
    const { ticket, progress } = await upstream.startImage({ ...request, model: 'slow/model' }, context);
    expect(progress.state).toBe('queued');
    expect((await upstream.checkJob(ticket, later(5))).state).toBe('in_progress');
    expect((await upstream.checkJob(ticket, later(119.999))).state).toBe('in_progress');
    expect((await upstream.checkJob(ticket, later(120))).state).toBe('finished');
  });

  test('draws each image of a request differently and the same one again', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => upstream.startImage(request, context)));
    if (first?.progress.state !== 'finished' || second?.progress.state !== 'finished') throw new Error('not finished');
    const drawn = await Promise.all(first.progress.files.map((image) => image.bytes()));
    expect(new Set(drawn.map(String)).size).toBe(3);
    expect(await second.progress.files[0]?.bytes()).toEqual(drawn[0]);
  });
});

describe('judge', () => {
  test('scores each hypothesis from 0 to 1, whatever stands beside it', async () => {
    const judged = { premise: { a: 1 }, hypotheses: ['one', 'two'] };
    const { scores } = await upstream.scoreHypotheses(judged, context);
    const alone = await upstream.scoreHypotheses({ ...judged, hypotheses: ['two'] }, context);
    expect(scores[1]).toBe(alone.scores[0]);
    expect(scores.every((score) => score >= 0 && score < 1)).toBe(true);
  });
});
