import type { Exchange } from '../check/exchange.ts';
import type { Operation } from '../contract/contract.ts';
import { unwrapped } from '../oracle/unwrapped.ts';
import type { AnswerCache } from './answer-cache.ts';

/** The content of a response, without the wrapper that its operation allows. */
export function contentOf({ run, material }: AnswerCache, { responses }: Operation, { received }: Exchange): unknown {
  const schema = responses.find(({ http }) => http === received.status)?.schema;
  const { validator } = material;
  return unwrapped(schema, received.json, { validator, schemas: run.contract.schemas }).json;
}
