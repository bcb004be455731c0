import { at, type ProbeClient } from './client.ts';

/** Paths and route names of the text operations. */
export const CHAT = '/v1/chat/completions';
export const MESSAGES = '/v1/messages';
export const RESPONSES = '/v1/responses';
export const SEARCH = '/v1/search';
export const DECIDE = '/v1/decide';

/** The messages of a small request. */
export const hello = [{ role: 'user', content: 'Hello there, how are you today?' }];

/** A chat request. */
export function chat(model: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { model, messages: hello, ...more };
}

/** A prompt of at least `tokens` tokens for the simulated upstream. */
export function longPrompt(tokens: number): { role: string; content: string }[] {
  return [{ role: 'user', content: 'a'.repeat(tokens * 4) }];
}

/** The entry of a model in the price sheet. */
export async function sheet(client: ProbeClient, id: string): Promise<unknown> {
  const models = at((await client.get('/api/pricing')).json, 'models');
  return Array.isArray(models) ? models.find((model: unknown) => at(model, 'id') === id) : undefined;
}

/** Prices of a model for one input and one output token, in 1e-9 USD. */
export async function rates(client: ProbeClient, id: string): Promise<{ input: number; output: number }> {
  const entry = await sheet(client, id);
  return { input: Number(at(entry, 'inputPrice')) * 1e9, output: Number(at(entry, 'outputPrice')) * 1e9 };
}

/** True when two amounts in 1e-9 USD are the same but for the rounding of the probe. */
export function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1;
}

/** True when a chat answer costs its usage at the published rates, times the factors for input and output. */
export async function costsByUsage(
  client: ProbeClient,
  body: Record<string, unknown>,
  factors: { input: number; output: number } = { input: 1, output: 1 },
): Promise<boolean> {
  const price = await rates(client, String(body.model));
  let usage: unknown;
  const cost = await client.cost(async () => {
    usage = at((await client.post(CHAT, body)).json, 'usage');
  });
  const input = Number(at(usage, 'prompt_tokens')) * price.input * factors.input;
  return same(cost, input + Number(at(usage, 'completion_tokens')) * price.output * factors.output);
}

/** Runs something several times at once. */
export function together<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, run));
}
