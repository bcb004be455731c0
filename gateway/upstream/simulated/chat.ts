import { setImmediate } from 'node:timers/promises';
import { Problem } from '@tollwright/runtime/operation/problem';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generateSync } from 'json-schema-faker';
import type {
  ChatCall,
  ChatPiece,
  ChatProgress,
  ChatRequest,
  ChatTool,
  HypothesisRequest,
  HypothesisScores,
  JsonSchema,
} from '../port.ts';
import { digest, type Random, randomFrom } from '../seeded-random.ts';
import { countPrompt, countTokens, takeTokens } from '../tokens.ts';
import { openTicket, readTicket, writeTicket } from './job.ts';
import { simulated } from './prose.ts';

/** Seconds that an answer takes in the background. */
const backgroundSeconds = 1;

/**
 * Answers a chat with a few sentences, in pieces of some words each, within the token bound.
 *
 * As a provider on the network does, it lets other work run between two pieces, and breaks off for a caller who has left.
 */
export async function* chat(
  request: ChatRequest,
  seed: number,
  contextWindow: number,
  signal: AbortSignal,
): AsyncIterable<ChatPiece> {
  for (const piece of answer(request, seed, contextWindow)) {
    if (signal.aborted) throw new UpstreamFailure('timeout', 'The caller disconnected.');
    yield piece;
    await setImmediate();
  }
}

/** Starts a chat in the background. */
export function startChat(request: ChatRequest, now: number): string {
  return writeTicket(openTicket(request, now, backgroundSeconds));
}

/** Tells how far a chat in the background is. */
export function checkChat(
  text: string,
  now: number,
  seed: number,
  contextWindow: (model: string) => number,
): ChatProgress {
  const { work, startsAt, endsAt, failure } = readTicket<ChatRequest>(text);
  if (now < endsAt) return { state: now < startsAt ? 'queued' : 'in_progress' };
  return failure === undefined
    ? { state: 'finished', pieces: answer(work, seed, contextWindow(work.model)) }
    : { state: 'failed', reason: failure };
}

function answer(request: ChatRequest, seed: number, contextWindow: number): readonly ChatPiece[] {
  const key = [seed, 'chat', request.model, request.messages];
  const random = randomFrom(key);
  const tier = request.tier === undefined ? {} : { tier: request.tier };
  const call = callOf(request, key, random);
  const whole = call?.arguments ?? textOf(request, key, random);
  const text = takeTokens(whole, request.maxTokens);
  const fits = text === whole;
  const parts: readonly ChatPiece[] = call
    ? [call].filter(() => fits)
    : pieces(text).map((piece) => ({ type: 'text', text: piece }));
  return [
    ...parts.map((piece) => ({ ...piece, ...tier })),
    {
      type: 'end',
      finishReason: fits ? (call ? 'tools' : 'stop') : 'length',
      usage: {
        // A model reads no more than its context window, which bounds what a call can cost.
        promptTokens: Math.min(countPrompt(request), contextWindow),
        completionTokens: countTokens(text),
      },
      ...tier,
    },
  ];
}

/** A call of the tool that the request chooses, or of any tool; results of tools are answered in words. */
function callOf({ tools = [], toolChoice, messages }: ChatRequest, key: unknown, random: Random): ChatCall | undefined {
  const [first, ...others] = typeof toolChoice === 'object' ? tools.filter(isNamed(toolChoice.name)) : tools;
  const isAnswered = toolChoice === undefined && messages.at(-1)?.role === 'tool';
  if (!first || toolChoice === 'none' || isAnswered) return undefined;
  const { name, parameters } = random.pick([first, ...others]);
  const id = `call_${digest([key, name]).slice(0, 24)}`;
  return { type: 'call', id, name, arguments: JSON.stringify(instanceOf(parameters, [key, name])) };
}

const isNamed = (wanted: string) => (tool: ChatTool) => tool.name === wanted;

/** JSON where the request has a schema for it, else prose. */
function textOf({ schema }: ChatRequest, key: unknown, random: Random): string {
  return schema ? JSON.stringify(instanceOf(schema, key)) : simulated(random, random.integer(1, 4));
}

/** Splits a text into runs of up to three words; joined they are the text again. */
function pieces(text: string): readonly string[] {
  return text.match(/(?:\S+\s*){1,3}/g) ?? [text];
}

/** Levels after which optional parts of a recursive schema are left out. */
const maxDepth = 4;

/** Values that are tried until one is valid: a recursive schema may end at the wrong place. */
const maxAttempts = 20;

/** A value that a JSON Schema accepts, the same for the same seed; rejects the request where none is found. */
export function instanceOf(schema: JsonSchema, seed: unknown): unknown {
  const { $schema: _, ...rules } = schema;
  let reason = '';
  try {
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(rules);
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const value = generateSync(rules, { seed: randomFrom([seed, attempt]).integer(1, 2 ** 30), maxDepth });
      if (isValid(value)) return value;
      reason = `${isValid.errors?.[0]?.instancePath} ${isValid.errors?.[0]?.message}`;
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new UpstreamFailure('rejected', `The simulated model finds no value for the JSON Schema: ${reason}.`);
}

const onlyModel = 'simulated/nli';

/** Scores each hypothesis on its own, from nothing but its text and the premise; throws a `Problem` for another model (core-474). */
export function scoreHypotheses(request: HypothesisRequest, seed: number): HypothesisScores {
  const { model = onlyModel } = request;
  if (model !== onlyModel) {
    const details = [{ field: 'model', message: `The only model is ${onlyModel}.` }];
    throw new Problem('unknown-model', { details });
  }
  return {
    model,
    backend: 'simulated',
    scores: request.hypotheses.map((hypothesis) =>
      randomFrom([seed, 'judge', model, request.premise, hypothesis]).next(),
    ),
  };
}
