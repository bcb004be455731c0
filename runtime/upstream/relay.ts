/** Relaying a call of a model's API: the request to one of several models, the answer or its stream back. */

import type { EventSourceMessage } from 'eventsource-parser';
import type { Call, Reply, StreamEvent } from '../operation/handler.ts';
import type { Direction } from '../operation/script.ts';
import { isObject } from '../values/json.ts';
import { obey } from './direct.ts';
import { UpstreamFailure } from './failure.ts';
import { type FindModels, firstToServe } from './models.ts';
import type { ProviderAnswer } from './provider.ts';
import { parseJson, readEvents, readObject } from './read.ts';

/** The call that an answer of a model is for; the work of a job, which its order has paid for, has no route. */
export type ModelCall = Pick<Call, 'signal' | 'scripted'> & Partial<Pick<Call, 'route'>>;

/** A request in the format of a model's API; `model` is an id of the gateway's catalog. */
export interface ModelRequest {
  readonly model: string;
  readonly stream?: boolean | null | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** One event of a stream, read. */
export interface Piece {
  /** What the caller is sent; nothing where the event was for the gateway alone. */
  readonly event?: StreamEvent;
  /** Fields of the usage that it reports, over those reported before. */
  readonly usage?: unknown;
  readonly tier?: unknown;
  /** True for the event with which a whole stream ends. */
  readonly last?: boolean;
}

/** A body as it is sent. */
export interface Encoded {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

/** How one API of models is spoken. */
export interface Format {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Fields of a request that are passed on. */
  readonly fields: readonly string[];
  /** Adds what the gateway needs to a request. */
  readonly prepare?: (body: Fields) => Fields;
  /** Encodes a body; JSON where it is absent. */
  readonly encode?: (body: Fields) => Promise<Encoded>;
  /** Reads an event of a stream; `asked` is the caller's request. Throws for one that reports an error. */
  readonly piece?: (body: Fields, asked: Fields, model: string) => Piece;
}

/** Relays a request to the first model that serves it. */
export async function relay<Asked extends ModelRequest>(
  call: ModelCall,
  models: FindModels,
  format: Format,
  asked: Asked,
): Promise<Reply<never>> {
  const direction = await obey(call.scripted(), call.signal);
  const body: Fields = format.prepare?.(passedOn(format, asked)) ?? passedOn(format, asked);
  return firstToServe(models(asked.model), call.signal, async ({ provider, model }) => {
    const { contentType, bytes } = await (format.encode ?? jsonOf)({ ...body, model });
    const answer = await provider.send(call, {
      method: 'POST',
      path: format.path,
      headers: { ...format.headers, 'content-type': contentType },
      body: bytes,
    });
    return asked.stream ? streamed(call, format, asked, answer, direction) : whole(call, asked, answer, direction);
  });
}

async function jsonOf(body: Fields): Promise<Encoded> {
  return { contentType: 'application/json', bytes: JSON.stringify(body) };
}

/** The fields of a request that a format has; schemas let others in, and a provider might charge for what they ask. */
export function passedOn({ fields }: Pick<Format, 'fields'>, asked: object): Fields {
  return Object.fromEntries(Object.entries(asked).filter(([name]) => fields.includes(name)));
}

async function whole(
  call: ModelCall,
  { model }: ModelRequest,
  { body }: ProviderAnswer,
  direction: Direction | undefined,
) {
  const answer = await readObject(body);
  if (direction?.outcome === 'cut') throw cut();
  const { service_tier, ...rest } = answer;
  const tier = tierOf(service_tier, direction);
  const usage = usageRow(call, model, answer.usage);
  return {
    status: 200,
    relayed: { ...rest, ...(rest.model !== undefined && { model }), ...(tier !== undefined && { service_tier: tier }) },
    usage,
  };
}

/** Starts the stream, so that a provider that fails before its first event is replaced by the next one. */
async function streamed(
  call: ModelCall,
  { piece = () => ({}) }: Format,
  asked: ModelRequest,
  { body }: ProviderAnswer,
  direction: Direction | undefined,
): Promise<Reply<never>> {
  const { model } = asked;
  let usage: Fields | undefined;
  let tier: unknown;

  async function* read(events: AsyncGenerator<EventSourceMessage, void>): AsyncGenerator<StreamEvent, void> {
    let sent = 0;
    for await (const { event, data } of events) {
      const parsed = data === '[DONE]' ? undefined : parseJson(data);
      const found: Piece = isObject(parsed) ? piece(parsed, { ...asked }, model) : { event: { data }, last: true };
      if (isObject(found.usage)) usage = { ...usage, ...found.usage };
      tier = tierOf(found.tier, direction) ?? tier;
      if (found.last) usageRow(call, model, usage);
      if (found.event) yield event === undefined ? found.event : { event, ...found.event };
      if (found.last) return;
      sent += found.event ? 1 : 0;
      if (direction?.outcome === 'cut' && sent > 0) throw cut();
    }
    throw cut();
  }

  const events = read(readEvents(body));
  const first = await events.next();
  return {
    status: 200,
    stream: resumed(first, events),
    metered: () => ({
      response: { usage, ...(tier !== undefined && { service_tier: tier }) },
      usage: usageRow(call, model, usage),
    }),
  };
}

async function* resumed<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}

function tierOf(reported: unknown, direction: Direction | undefined): unknown {
  if (direction?.outcome === 'no_tier') return undefined;
  return direction?.outcome === 'other_tier' ? 'default' : reported;
}

/** The row of a call: its model, and the counts that the provider reports, by which a metered call is charged. */
function usageRow({ route }: ModelCall, model: string, usage: unknown): Fields {
  const counts = Object.entries(isObject(usage) ? usage : {}).filter(([, count]) => typeof count === 'number');
  const isSound = counts.every(([, count]) => Number.isSafeInteger(count) && Number(count) >= 0);
  if (isSound && (counts.length > 0 || !route?.meter)) return { model, ...Object.fromEntries(counts) };
  throw new UpstreamFailure('failed', 'The provider did not report the usage by which the call is charged.');
}

function cut(): UpstreamFailure {
  return new UpstreamFailure('failed', 'The answer of the provider is incomplete.');
}
