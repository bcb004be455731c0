/** Relays a call of a model API: sends the request to a provider, and returns its answer or stream. */

import type { Reply } from '../operation/handler.ts';
import { obey, reportedTier } from './direct.ts';
import { pricedDigits, stringifyExact, withPlainNumbers } from './exact-json.ts';
import type { Fields, Format } from './format.ts';
import type { ModelCall, ModelRequest, RelayedAnswer } from './model-call.ts';
import { type FindModels, firstToServe, type ModelAt } from './models.ts';
import { readObject } from './read.ts';
import { incomplete } from './reported-error.ts';
import { relayStream } from './stream-relay.ts';
import { countsIn, noteCost, reportUsage } from './usage.ts';

/** Relays a request to the first model that serves it. */
export async function relay<Asked extends ModelRequest>(
  call: ModelCall,
  models: FindModels,
  format: Format,
  asked: Asked,
): Promise<Reply<never>> {
  const direction = await obey(call.scripted(), call.signal);
  const body: Fields = format.prepare?.(passedOn(format, asked)) ?? passedOn(format, asked);
  return firstToServe(models(asked.model), call.signal, async ({ provider, model, fields }) => {
    call.note?.({ model });
    const sent = { ...renamed(body, fields), model };
    const json = () => ({ contentType: 'application/json', bytes: stringifyExact(sent, call.bytes, pricedDigits) });
    const { contentType, bytes } = (await format.encode?.(sent)) ?? json();
    const answer = await provider.send(call, {
      method: 'POST',
      path: format.path,
      headers: { ...format.headers, 'content-type': contentType },
      body: bytes,
    });
    const relayed = { call, format, asked, answer, direction };
    return asked.stream ? relayStream(relayed) : relayWhole(relayed);
  });
}

/** The fields of a body by the model's names for them. */
function renamed(body: Fields, names: ModelAt['fields'] = {}): Fields {
  const entries = Object.entries(body).map(([name, value]) => [Object.hasOwn(names, name) ? names[name] : name, value]);
  return Object.fromEntries(entries.filter(([name]) => name !== null));
}

/** The fields of a request that a format has. Schemas allow others, which might make a provider charge more. */
export function passedOn({ fields }: Pick<Format, 'fields'>, asked: object): Fields {
  return Object.fromEntries(Object.entries(asked).filter(([name]) => fields.includes(name)));
}

async function relayWhole(relayed: RelayedAnswer): Promise<Reply<never>> {
  try {
    const reply = await wholeReply(relayed);
    relayed.answer.judged?.();
    return reply;
  } catch (error) {
    relayed.answer.judged?.(error);
    throw error;
  }
}

async function wholeReply({ call, format, asked, answer, direction }: RelayedAnswer): Promise<Reply<never>> {
  const body = await readObject(answer.body, answer.headers['content-type']);
  if (direction?.outcome === 'cut') throw incomplete();
  format.check(body);
  const { model } = asked;
  const { service_tier, ...rest } = body;
  const tier = reportedTier(service_tier, direction);
  const relayed = {
    ...rest,
    ...(rest.model !== undefined && { model }),
    ...(tier !== undefined && { service_tier: tier }),
  };
  // A meter may read any field, and needs ordinary numbers.
  const metered = call.route?.meter ? Object(withPlainNumbers(relayed)) : {};
  const counted = withPlainNumbers(rest.usage);
  noteCost(call, counted);
  const usage = countsIn(counted);
  const report = reportUsage(call, model, format.counts, { ...metered, usage });
  return { status: 200, relayed, usage: report.usage, metered: () => report };
}
