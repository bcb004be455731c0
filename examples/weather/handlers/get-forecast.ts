import type { Services } from '@tollwright/runtime/pipeline/services';
import { obey } from '@tollwright/runtime/upstream/direct';
import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { createProvider, type Provider } from '@tollwright/runtime/upstream/provider';
import { readObject } from '@tollwright/runtime/upstream/read';
import { read } from '@tollwright/runtime/values/json';
import type { Handlers } from '../generated/handlers.ts';
import type { Day } from '../generated/types/responses.ts';

const { WEATHER_URL } = process.env;

/** Serves forecasts of the weather office at WEATHER_URL; without one they are made up, the same for every place. */
export function getForecast(services: Services): Handlers['get-forecast'] {
  const office = WEATHER_URL === undefined ? undefined : createProvider(services, { baseUrl: WEATHER_URL });
  return async (call) => {
    await obey(call.scripted(), call.signal);
    const { latitude, longitude, days, step } = call.query;
    const query = new URLSearchParams({ latitude: String(latitude), longitude: String(longitude), days: String(days) });
    const forecast = office ? await ask(office, call, query) : madeUp(services.clock.now(), days);
    const shown = step === 'hourly' ? forecast : forecast.map(({ date, low, high }) => ({ date, low, high }));
    return { status: 200, body: { days: shown.slice(0, days) } };
  };
}

async function ask(office: Provider, call: Parameters<Provider['send']>[0], query: URLSearchParams): Promise<Day[]> {
  const answer = await readObject((await office.send(call, { method: 'GET', path: `/forecast?${query}` })).body);
  if (!Array.isArray(answer.days)) throw new UpstreamFailure('failed', 'The weather office answered without days.');
  return answer.days.map((day: unknown) => {
    const hours = read(day, 'temperatures');
    if (!Array.isArray(hours)) throw new UpstreamFailure('failed', 'The weather office answered without temperatures.');
    return { date: String(read(day, 'date')), low: Math.min(...hours), high: Math.max(...hours), hours };
  });
}

function madeUp(now: number, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(now + index * 86_400_000).toISOString().slice(0, 10);
    return { date, low: 8 + index, high: 16 + index, hours: Array.from({ length: 24 }, () => 12 + index) };
  });
}
