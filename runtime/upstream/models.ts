import { UpstreamFailure } from './failure.ts';
import type { Provider } from './provider.ts';

/** A model at a provider, by the provider's name for it. */
export interface ModelAt {
  readonly provider: Provider;
  readonly model: string;
  /**
   * Fields of a request that the model knows by another name, or refuses (null): `{ max_tokens: 'max_completion_tokens' }` for
   * models of OpenAI that think, `{ stream_options: null }` for those of Mistral.
   */
  readonly fields?: Readonly<Record<string, string | null>>;
}

/** Finds the provider models that serve a model of the gateway's catalog, in the order in which they are tried. */
export type FindModels = (id: string) => readonly ModelAt[];

/** Serves all models at one provider, by the names that callers use. */
export function modelsAt(provider: Provider, fields: ModelAt['fields'] = {}): FindModels {
  return (model) => [{ provider, model, fields }];
}

/**
 * Does the work with the first model that does not fail.
 *
 * The next model is not tried when one refuses the input, but it is when the provider does not know the model.
 */
export async function firstToServe<T>(
  models: readonly ModelAt[],
  signal: AbortSignal,
  work: (model: ModelAt) => Promise<T>,
): Promise<T> {
  let failure = new UpstreamFailure('unconfigured', 'No provider is configured for this model.');
  for (const model of models) {
    try {
      return await work(model);
    } catch (error) {
      if (!(error instanceof UpstreamFailure) || signal.aborted) throw error;
      if (error.kind === 'rejected' && error.detail.status !== 404) throw error;
      failure = error;
    }
  }
  throw failure;
}
