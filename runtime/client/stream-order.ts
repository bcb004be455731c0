import { isObject, read } from '../values.ts';
import { StreamFailed } from './failures.ts';

/** Checks that the events of one answer fit together. */
export interface Order {
  /** Throws `StreamFailed` for an event that cannot come next. */
  next(value: unknown): void;
  /** Throws `StreamFailed` where the answer began in a known format and has not ended in it. */
  end(): void;
}

/** Ends of the public formats that models answer in; the events of any other format are let through as they come. */
const closes = new Set([
  'message_stop',
  'response.completed',
  'response.failed',
  'response.incomplete',
  'response.cancelled',
]);

/** Begins with the first event of a stream. */
export function createOrder(): Order {
  const finished = new Set<unknown>();
  let begun = false;
  let ended = false;
  let id: unknown;
  let sequence = -1;

  /** A piece of a chat completion. */
  const chunk = (choice: Readonly<Record<string, unknown>>, own: unknown) => {
    begun = true;
    if (id !== undefined && own !== id) throw new StreamFailed('it mixes two answers');
    id = own;
    if (finished.has(choice.index) && read(choice, 'delta', 'content')) {
      throw new StreamFailed('it goes on after its end');
    }
    if (typeof choice.finish_reason === 'string') finished.add(choice.index);
    ended ||= finished.size > 0;
  };

  /** An event of a format whose events have types. */
  const typed = (type: string, number: unknown) => {
    if (ended) throw new StreamFailed('it goes on after its end');
    begun ||= type === 'message_start' || type.startsWith('response.');
    if (type === 'content_block_delta' && !begun) throw new StreamFailed('it does not begin at its beginning');
    if (typeof number === 'number' && number <= sequence) throw new StreamFailed('its events are out of order');
    if (typeof number === 'number') sequence = number;
    ended = closes.has(type);
  };

  return {
    next(value) {
      ended ||= value === '[DONE]';
      if (typeof value === 'string' && begun && !ended) throw new StreamFailed('one of its pieces is no JSON');
      if (!isObject(value)) return;
      const choice = read(value, 'choices', 0);
      if (isObject(choice)) chunk(choice, value.id);
      if (typeof value.type === 'string') typed(value.type, value.sequence_number);
    },
    end() {
      if (begun && !ended) throw new StreamFailed('it was cut before its end');
    },
  };
}
