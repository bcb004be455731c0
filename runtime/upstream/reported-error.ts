/** Errors that a provider reports in an answer whose status says success. */

import { isObject } from '../values/json.ts';
import { type FailureDetail, UpstreamFailure } from './failure.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Characters of an error that are logged. */
const maxReasonLength = 500;

/** Throws for a part of an answer that reports an error, even if it carries content too. */
export function refuseError({ error, type, object, message }: Fields): void {
  const hasError = error !== undefined && error !== null && error !== false && error !== '';
  if (hasError || type === 'error' || object === 'error')
    throw new UpstreamFailure('failed', 'The provider reported an error in its answer.', {
      reason: JSON.stringify(error ?? message ?? 'none given').slice(0, maxReasonLength),
      ...statusIn(error),
    });
}

/** The HTTP status that an error names, as OpenRouter and Google write it; what a request causes is no illness of its provider. */
function statusIn(error: unknown): Pick<FailureDetail, 'status'> {
  const { code, type }: { readonly code?: unknown; readonly type?: unknown } = Object(error);
  const status = type === 'invalid_request_error' ? 400 : Number(code);
  return status >= 400 && status <= 599 ? { status } : {};
}

/** The failure of an answer that lacks an expected field. */
export function lacking(field: string): UpstreamFailure {
  return new UpstreamFailure('failed', `The answer of the provider lacks \`${field}\`.`);
}

/** The failure of an answer that is cut off. */
export function incomplete(): UpstreamFailure {
  return new UpstreamFailure('failed', 'The answer of the provider is incomplete.');
}

/** The objects of a field that must be a list of objects and not empty. */
export function objectsIn(value: unknown, field: string): readonly Fields[] {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) throw lacking(field);
  return value;
}
