/** What chat, messages and responses share: models, token counts, quotes, event streams. */
import { TEXT_MODELS, type TextModel } from '../data/models.ts';
import type { Result } from '../flow.ts';
import type { Gateway, Script } from '../gateway.ts';
import { type Answer, type Call, type Dict, type Json, Refusal, usd } from '../http.ts';
import type { Quote } from '../payment.ts';

/** What discovery says that a text costs: from the bare fee to the dearest longest answer, and the words for Arc. */
export const TEXT_RANGE: [number, number] = [1000, 50_000_000];
export const ARC_TEXT_RANGE: [number, number] = [100, 5_000_000];

export function unknownModel(gateway: Gateway, id: string, allowed: (model: TextModel) => boolean): Refusal {
  return new Refusal(gateway.rules.text.unknownModelStatus, {
    available_models: TEXT_MODELS.filter(allowed).map((model) => model.id),
    details: [{ field: 'model', message: `no model ${id}` }],
    error: 'Unknown model',
  });
}

function lettersOf(value: Json | undefined): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + lettersOf(entry), 0);
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).reduce((sum: number, entry) => sum + lettersOf(entry), 0);
  }
  return 0;
}

/** An estimate of the prompt: four characters a token, and a few for the frame. */
export function promptTokens(...values: (Json | undefined)[]): number {
  return 6 + Math.ceil(values.reduce((sum: number, value) => sum + lettersOf(value), 0) / 4);
}

export function textQuote(gateway: Gateway, model: TextModel, prompt: number, output: number): Quote {
  const { rules, host } = gateway;
  const input = Math.ceil((prompt * model.inputNano) / 1000);
  const written = Math.ceil((output * model.outputNano) / 1000);
  const margin = Math.ceil(((input + written) * rules.text.chatMarginPercent) / 100);
  let micro = input + written + margin + (rules.text.chatFee ? rules.payment.feeMicro : 0);
  if (host.name === 'arc') micro = Math.min(rules.text.arcCeilingMicro, Math.max(rules.text.arcFloorMicro, micro));
  const quote: Quote = { micro };
  if (rules.text.breakdown) {
    const [first, second] = rules.details.breakdownInOrder ? [input, written] : [written, input];
    quote.breakdown = { margin: usd(margin), outputCost: usd(second), inputCost: usd(first) };
  }
  return quote;
}

export interface Frame {
  event?: string;
  data: Dict | string;
}

export function frames(list: readonly Frame[]): string {
  return list
    .map(({ event, data }) => {
      const line = `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
      return event === undefined ? line : `event: ${event}\n${line}`;
    })
    .join('');
}

/**
 * A stream is held until it is known whether it is whole: a whole one is settled and sent with its receipt, a cut one
 * ends with an error event and is not charged.
 */
export function streamed(call: Call, script: Script | undefined, list: Frame[], error: Frame): Result {
  const rule = call.gateway.rules;
  const cut = script?.outcome === 'cut';
  let sent = list;
  if (cut) sent = rule.text.streamErrorEvent ? [...list.slice(0, 2), error] : list.slice(0, 2);
  if (cut && !rule.combinations.errorEventLast) sent = [...sent, ...list.slice(-1)];
  const answer: Answer = {
    status: 200,
    stream: frames(sent),
    headers: { 'content-type': `${rule.text.streamType}; charset=utf-8` },
  };
  return { charge: !cut || rule.payment.chargeCut, answer };
}

export function refuseCut(script: Script | undefined): void {
  if (script?.outcome === 'cut')
    throw new Refusal(502, { error: 'Upstream error', details: 'The answer was cut off.' });
}

/** What the pretended model says. */
export function sayings(topic: string): string[] {
  return ['The harbor master', ' has read your words', ` (${topic.slice(0, 24)})`, ' and all is calm.'];
}
