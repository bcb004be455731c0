import { isObject } from '@tollwright/runtime/values/json';
import type { JsonObject } from '../toolkit/messages.ts';
import { changeField, changeQuery, changeValidator } from '../toolkit/requests.ts';
import { defineFaults } from './fault.ts';

const parsed = (value: unknown): unknown => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);

/** A field of an operation that is read with the wrong type, and the rule about its type. */
function misread(name: string, rule: string, read: (value: unknown) => unknown, level: 'free' | 'paid' = 'paid') {
  const [id = '', field = ''] = rule.split('.');
  const key = field.replaceAll('-', '_');
  return { name, rule, level, only: [`${id}.${field}.*`, `${id}.errors.*`], alter: changeField(id, key, read) };
}

/** Values of one type that are read as another. */
export const types = defineFaults('types', [
  misread('accepts `max_results` as a string', 'search.max-results.type', parsed),
  misread('truncates a fractional `max_results`', 'search.max-results.type', (value) =>
    typeof value === 'number' ? Math.trunc(value) : value,
  ),
  misread('accepts `true` as `max_results`', 'search.max-results.type', (value) => (value === true ? 1 : value)),
  misread('accepts `max_results` in an array', 'search.max-results.type', (value) =>
    Array.isArray(value) ? value[0] : value,
  ),
  misread('lowers `max_results` to its maximum', 'search.max-results.maximum', (value) =>
    typeof value === 'number' && value > 50 ? 50 : value,
  ),
  misread('raises `max_results` to its minimum', 'search.max-results.minimum', (value) =>
    typeof value === 'number' && value < 1 ? 1 : value,
  ),
  {
    name: 'accepts `max_results` of one above the maximum',
    rule: 'search.max-results.maximum',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'max_results', (value) => (value === 51 ? 50 : value)),
  },
  misread('accepts a number as `query`', 'search.query.type', (value) =>
    typeof value === 'number' ? String(value) : value,
  ),
  misread('accepts an object as `query`', 'search.query.type', (value) =>
    isObject(value) ? JSON.stringify(value) : value,
  ),
  misread('accepts `sources` as a string', 'search.sources.type', (value) =>
    typeof value === 'string' ? [value] : value,
  ),
  misread('accepts `sources` as a JSON string', 'search.sources.type', (value) =>
    typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value,
  ),
  misread('ignores items of `sources` that are not strings', 'search.sources.items.type', (value) =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'string') : value,
  ),
  misread('accepts `n` as a string', 'generate-image.n.type', parsed, 'free'),
  misread(
    'rounds a fractional `n`',
    'generate-image.n.type',
    (value) => (typeof value === 'number' ? Math.round(value) : value),
    'free',
  ),
  misread('accepts `true` as `n`', 'generate-image.n.type', (value) => (value === true ? 1 : value), 'free'),
  misread('accepts a number as `prompt`', 'generate-image.prompt.type', (value) =>
    typeof value === 'number' ? String(value) : value,
  ),
  misread('accepts null as `prompt`', 'generate-image.prompt.type', (value) => value ?? 'null'),
  misread('accepts `size` in an array', 'generate-image.size.type', (value) =>
    Array.isArray(value) ? value[0] : value,
  ),
  misread('accepts `max_tokens` as a string', 'create-chat-completion.max-tokens.type', parsed),
  misread('rounds up a fractional `max_tokens`', 'create-chat-completion.max-tokens.type', (value) =>
    typeof value === 'number' ? Math.ceil(value) : value,
  ),
  misread('accepts `temperature` as a string', 'create-chat-completion.temperature.type', (value) =>
    typeof value === 'string' && value !== '' ? Number(value) : value,
  ),
  misread('rounds `temperature` before checking its maximum', 'create-chat-completion.temperature.maximum', (value) =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ),
  misread('accepts the string "true" as `stream`', 'create-chat-completion.stream.type', (value) =>
    value === 'true' ? true : value,
  ),
  misread('accepts 1 as `stream`', 'create-chat-completion.stream.type', (value) => (value === 1 ? true : value)),
  misread('accepts `messages` as a string', 'create-chat-completion.messages.type', (value) =>
    typeof value === 'string' ? [{ role: 'user', content: value }] : value,
  ),
  misread('accepts strings as items of `messages`', 'create-chat-completion.messages.items.type', (value) =>
    Array.isArray(value)
      ? value.map((each) => (typeof each === 'string' ? { role: 'user', content: each } : each))
      : value,
  ),
  misread('accepts messages without a role', 'create-chat-completion.messages.items.role.required', (value) =>
    Array.isArray(value) ? value.map((each) => (isObject(each) ? { role: 'user', ...each } : each)) : value,
  ),
  misread(
    'accepts a number as the content of a message',
    'create-chat-completion.messages.items.content.type',
    (value) =>
      Array.isArray(value)
        ? value.map((each) =>
            typeof Object(each).content === 'number' ? { ...each, content: String(each.content) } : each,
          )
        : value,
  ),
  {
    name: 'validates only the first message',
    rule: 'create-chat-completion.messages.items.role.enum',
    level: 'paid',
    only: ['create-chat-completion.messages.*'],
    alter: changeValidator('create-chat-completion', 'body', (validate) => (input) => {
      const { messages } = Object(input);
      const only =
        Array.isArray(messages) && messages.length > 1 ? { ...Object(input), messages: [messages[0]] } : input;
      return validate(only);
    }),
  },
  {
    name: 'accepts a body in an array',
    rule: 'generate-image.type',
    level: 'paid',
    only: ['generate-image.type', 'generate-image.errors.*'],
    alter: changeValidator(
      'generate-image',
      'body',
      (validate) => (input) => validate(Array.isArray(input) ? input[0] : input),
    ),
  },
  {
    name: 'accepts a body as a JSON string',
    rule: 'generate-image.type',
    level: 'paid',
    only: ['generate-image.type', 'generate-image.errors.*'],
    alter: changeValidator(
      'generate-image',
      'body',
      (validate) => (input) => validate(typeof input === 'string' && input.startsWith('{') ? JSON.parse(input) : input),
    ),
  },
  {
    name: 'accepts a number as `state`',
    host: 'account',
    rule: 'decide.state.type',
    level: 'paid',
    only: ['decide.state.*'],
    alter: changeField('decide', 'state', (value) =>
      ['number', 'boolean'].includes(typeof value) ? String(value) : value,
    ),
  },
  {
    name: 'accepts `questions` as an array',
    host: 'account',
    rule: 'decide.questions.type',
    level: 'paid',
    only: ['decide.questions.*'],
    alter: changeField('decide', 'questions', (value) =>
      Array.isArray(value) ? { first: { type: 'noul', instructions: 'It is so.' } } : value,
    ),
  },
  {
    name: 'accepts a usage window in any case',
    host: 'account',
    rule: 'list-usage.window.enum',
    level: 'paid',
    only: ['list-usage.*'],
    alter: changeQuery('list-usage', lowWindow),
  },
  {
    name: 'uses the default for an unknown usage window',
    host: 'account',
    rule: 'export-usage.window.enum',
    level: 'paid',
    only: ['export-usage.*'],
    alter: changeQuery('export-usage', ({ window, ...query }) =>
      ['today', '24h', '7d', '30d'].includes(String(window)) ? { ...query, window } : query,
    ),
  },
]);

function lowWindow(query: JsonObject): JsonObject {
  return typeof query.window === 'string' ? { ...query, window: query.window.toLowerCase() } : query;
}
