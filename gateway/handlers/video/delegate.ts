import type { CompiledCondition, Input, Route, Validation } from '@tollwright/runtime/operation';
import type { VideoContentRequest } from '#generated/validators/video.ts';
import { generationOf, readContent } from './content.ts';

/** A route that takes a list of contents and validates and prices it as the generation that it asks for. */
export function delegating(route: Route, generation: Route): Route {
  const { body } = route.operation;
  const asGeneration = (input: Input<VideoContentRequest>) =>
    // The conditions and the quote of the generation read what its own validator has read.
    ({ ...input, request: generationOf(input.request) }) as Input<never, never, never>;
  const validate = (input: unknown): Validation<unknown> => {
    // The route's own validator is that of a list of contents.
    const own = body?.(input) as Validation<VideoContentRequest>;
    if (!own.ok) return own;
    const read = readContent(own.value);
    return read.ok ? own : read;
  };
  const conditions = generation.conditions.map(
    ({ holds, fields, ...condition }): CompiledCondition => ({
      ...condition,
      holds: (input) => holds(asGeneration(input)),
      ...(fields && { fields: (input) => fields(asGeneration(input)) }),
    }),
  );
  const { quote } = generation;
  return {
    ...route,
    operation: { ...route.operation, body: validate },
    conditions,
    ...(quote && { quote: (input) => quote(asGeneration(input)) }),
  };
}
