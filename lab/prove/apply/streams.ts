import type { Parts } from '#gateway/start.ts';
import { type Application, changedOperations } from './contracts.ts';
import { alterResponses } from './response.ts';

/** Streams that are none, or that end without their mark. */
export const applyStreams: Application = (given, pair) =>
  changedOperations(pair).reduce<Parts>((parts, [{ id, stream }, other]) => {
    if (!stream || stream === other.stream) return parts;
    const { done } = stream;
    return alterResponses(parts, (answer, { route }) => {
      if (!answer.parts || route?.operation.id !== id) return answer;
      if (!other.stream) return { ...answer, headers: { ...answer.headers, 'Content-Type': 'application/json' } };
      return { ...answer, parts: kept(answer.parts, (part) => done === undefined || !part.includes(done)) };
    });
  }, given);

async function* kept(parts: AsyncIterable<string>, keep: (part: string) => boolean): AsyncGenerator<string> {
  for await (const part of parts) if (keep(part)) yield part;
}
