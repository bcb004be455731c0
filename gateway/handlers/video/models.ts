import { decimal } from '@tollwright/runtime/money/formula';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Route } from '@tollwright/runtime/operation/operation';
import { videoModelsEntries } from '#generated/catalogs/video-models.ts';
import type { Handlers } from '#generated/handlers.ts';

/** Lists the video models with their options and rates. */
export function listVideoModels(): Handlers['list-video-models'] {
  return ({ host }) => ({ status: 200, body: { object: 'list', data: videoModelList(host) } });
}

/** The video models of a host: rates in USD for a second of each resolution, margin included. */
export function videoModelList(host: HostDefinition) {
  const route = host.routes.find(({ operation }) => operation.id === 'generate-video');
  return videoModelsEntries.map(({ id, label, seconds, default_seconds, default_resolution, factors, ...model }) => {
    const rates = Object.keys(factors).map((resolution) => [resolution, perSecond(route, id, resolution)] as const);
    return {
      id,
      name: label,
      billing_mode: 'per_second',
      durations: seconds,
      resolutions: Object.keys(factors),
      default_resolution,
      aspect_ratios: model.aspect_ratios,
      seeds: model.seeds,
      pricing: {
        per_second: perSecond(route, id, default_resolution),
        per_second_by_resolution: Object.fromEntries(rates),
        default_duration_seconds: default_seconds,
        max_duration_seconds: Math.max(...seconds),
        currency: 'USD',
      },
    };
  });
}

/** The price of a second before the fee, from the breakdown of the calculator. */
function perSecond(route: Route | undefined, model: string, resolution: string): string {
  // The quote reads these three fields alone.
  const input = { request: { model, resolution, duration_seconds: 1 }, query: {}, params: {} } as const;
  const breakdown = route?.quote?.(input as unknown as Parameters<NonNullable<Route['quote']>>[0]).breakdown ?? {};
  return total(['clip', 'tokens', 'margin'].map((part) => breakdown[part] ?? '0'));
}

/** The sum of decimals, exactly. */
function total(decimals: readonly string[]): string {
  const places = Math.max(...decimals.map((text) => text.split('.')[1]?.length ?? 0));
  const units = decimals.map((text) => {
    const [whole = '', rest = ''] = text.split('.');
    return BigInt(whole + rest.padEnd(places, '0'));
  });
  return decimal(
    units.reduce((sum, each) => sum + each, 0n),
    places,
  );
}
