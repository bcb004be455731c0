import type { JsonSchema, Operation } from '../../model/types.ts';
import { once } from '../../once.ts';

/** What a description says of an operation besides its path: hosts that serve it in different ways say the same. */
export interface DescribedOperation
  extends Pick<
    Operation,
    | 'id'
    | 'area'
    | 'summary'
    | 'description'
    | 'method'
    | 'params'
    | 'query'
    | 'wide'
    | 'body'
    | 'responses'
    | 'stream'
    | 'auth'
    | 'price'
    | 'example'
    | 'from'
  > {
  /** Ids of the errors that it and its conditions name. */
  readonly errors: readonly string[];
  /** What its challenge has besides that of the protocol. */
  readonly challenge: JsonSchema | undefined;
}

/** The part of an operation that its description is made from. */
export const described = once((operation: Operation): DescribedOperation => {
  const { id, area, summary, description, method, params, query, wide, body, responses } = operation;
  const { stream, auth, price, example, from, errors, conditions, payment } = operation;
  return {
    id,
    area,
    summary,
    ...(description !== undefined && { description }),
    method,
    ...(params && { params }),
    ...(query && { query }),
    wide,
    ...(body && { body }),
    responses,
    ...(stream && { stream }),
    auth,
    ...(price && { price }),
    example,
    from,
    errors: [...errors, ...conditions.flatMap(({ error }) => error ?? [])],
    challenge: payment?.challenge,
  };
});
