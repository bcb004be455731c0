import { isObject, read } from '../values/json.ts';
import { StreamFailed } from './failures.ts';

/** Checks that the events of one response follow each other as their format requires. */
export interface Order {
  /** Throws `StreamFailed` for an event that may not come next. */
  next(value: unknown): void;
  /** Throws `StreamFailed` where the response began in a known format and has no last event. */
  end(): void;
}

/** Last events of the public model APIs. Events of other formats are not checked. */
const closes = new Set([
  'message_stop',
  'response.completed',
  'response.failed',
  'response.incomplete',
  'response.cancelled',
]);

/** Makes a check that begins with the first event of a stream. */
export function createOrder(): Order {
  const finished = new Set<unknown>();
  let begun = false;
  let ended = false;
  let id: unknown;
  let sequence = -1;

  /** A chunk of a chat completion. */
  const chunk = (choice: Readonly<Record<string, unknown>>, own: unknown) => {
    begun = true;
    if (id !== undefined && own !== id) throw new StreamFailed('it mixes two responses');
    id = own;
    if (finished.has(choice.index) && read(choice, 'delta', 'content')) {
      throw new StreamFailed('it continues after its last event');
    }
    if (typeof choice.finish_reason === 'string') finished.add(choice.index);
    ended ||= finished.size > 0;
  };

  /** An event with a type. */
  const typed = (type: string, number: unknown) => {
    if (ended) throw new StreamFailed('it continues after its last event');
    begun ||= type === 'message_start' || type.startsWith('response.');
    if (type === 'content_block_delta' && !begun) throw new StreamFailed('its first event is missing');
    if (typeof number === 'number' && number <= sequence) throw new StreamFailed('its events are out of order');
    if (typeof number === 'number') sequence = number;
    ended = closes.has(type);
  };

  return {
    next(value) {
      ended ||= value === '[DONE]';
      if (typeof value === 'string' && begun && !ended) throw new StreamFailed('one of its events is not JSON');
      if (!isObject(value)) return;
      const choice = read(value, 'choices', 0);
      if (isObject(choice)) chunk(choice, value.id);
      if (typeof value.type === 'string') typed(value.type, value.sequence_number);
    },
    end() {
      if (begun && !ended) throw new StreamFailed('it was truncated');
    },
  };
}
