import type { HostDefinition, Route } from '@tollwright/runtime/operation';
import { read } from '@tollwright/runtime/values';
import { type SpeechModel, speechModels } from '#generated/catalogs/speech-models.ts';

/** Micro-USDC of one unit in which the catalog counts its rates. */
const micro = 1000;

/** The catalog's entry of a model that is paid by the second of output. */
export function perSecond(model: unknown): SpeechModel | undefined {
  const entry = speechModels.get(String(model));
  return entry?.per === 'second' ? entry : undefined;
}

/** Makes a host tell how many seconds of speech a quote is for, where speech is paid by the second. */
export function tellingEstimates(host: HostDefinition): HostDefinition {
  const routes = host.routes.map((route) => (route.operation.id === 'synthesize-speech' ? telling(route) : route));
  return { ...host, routes };
}

function telling({ quote: quoteOf, ...route }: Route): Route {
  if (!quoteOf) return route;
  return {
    ...route,
    quote: (input) => {
      const quote = quoteOf(input);
      const model = perSecond(read(input, 'request', 'model'));
      if (!model) return quote;
      const { amount, breakdown } = quote;
      const estimated_seconds = Number(amount) / (model.rate * micro);
      return { amount, breakdown, details: { generation_info: { estimated_seconds } } };
    },
  };
}
