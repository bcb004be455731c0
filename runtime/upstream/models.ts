import { UpstreamFailure } from './failure.ts';
import type { Provider } from './provider.ts';

/** A model, by the name that a provider gives it. */
export interface ModelAt {
  readonly provider: Provider;
  readonly model: string;
  /**
   * Fields of a request that the model knows by another name, or refuses (null): `{ max_tokens: 'max_completion_tokens' }` for
   * models of OpenAI that think, `{ stream_options: null }` for those of Mistral.
   */
  readonly fields?: Readonly<Record<string, string | null>>;
}

/** Finds what serves a model of the gateway's catalog: models of one tier, in the order in which they are tried. */
export type FindModels = (id: string) => readonly ModelAt[];

/** Serves models by the names that callers know them by, all at one provider. */
export function modelsAt(provider: Provider, fields: ModelAt['fields'] = {}): FindModels {
  return (model) => [{ provider, model, fields }];
}

/**
 * Does the work with the first of some models that does not fail.
 *
 * An input that one model refuses is not tried with the next; a model that its provider does not know is.
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
