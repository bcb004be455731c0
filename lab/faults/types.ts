import { isObject } from '@tollwright/runtime/values';
import type { JsonObject } from '../toolkit/json.ts';
import { changeField, changeQuery, changeValidator } from '../toolkit/requests.ts';
import { defineFaults } from './fault.ts';

const parsed = (value: unknown): unknown => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value);

/** One field of one operation that is read otherwise, and the rule that says how it is to be read. */
function misread(name: string, rule: string, read: (value: unknown) => unknown, level: 'free' | 'paid' = 'paid') {
  const [id = '', field = ''] = rule.split('.');
  const key = field.replaceAll('-', '_');
  return { name, rule, level, only: [`${id}.${field}.*`, `${id}.errors.*`], alter: changeField(id, key, read) };
}

/** Values of one type that are taken for another. */
export const types = defineFaults('types', [
  misread('an integer as text', 'search.max-results.type', parsed),
  misread('an integer with a fraction, cut', 'search.max-results.type', (value) =>
    typeof value === 'number' ? Math.trunc(value) : value,
  ),
  misread('true for one', 'search.max-results.type', (value) => (value === true ? 1 : value)),
  misread('a list of one integer', 'search.max-results.type', (value) => (Array.isArray(value) ? value[0] : value)),
  misread('an empty text for an integer', 'search.max-results.type', (value) => (value === '' ? 10 : value)),
  misread('too many results brought down to fifty', 'search.max-results.maximum', (value) =>
    typeof value === 'number' && value > 50 ? 50 : value,
  ),
  misread('no result at all brought up to one', 'search.max-results.minimum', (value) =>
    typeof value === 'number' && value < 1 ? 1 : value,
  ),
  {
    name: 'an off-by-one bound',
    rule: 'search.max-results.maximum',
    level: 'paid',
    only: ['search.*'],
    alter: changeField('search', 'max_results', (value) => (value === 51 ? 50 : value)),
  },
  misread('a query that is a number', 'search.query.type', (value) =>
    typeof value === 'number' ? String(value) : value,
  ),
  misread('a query that is an object', 'search.query.type', (value) =>
    isObject(value) ? JSON.stringify(value) : value,
  ),
  misread('one source without a list', 'search.sources.type', (value) => (typeof value === 'string' ? [value] : value)),
  misread('a list of sources in JSON within a text', 'search.sources.type', (value) =>
    typeof value === 'string' && value.startsWith('[') ? JSON.parse(value) : value,
  ),
  misread('sources with numbers among them', 'search.sources.items.type', (value) =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'string') : value,
  ),
  misread('a count of images as text', 'generate-image.n.type', parsed, 'free'),
  misread(
    'half an image, rounded',
    'generate-image.n.type',
    (value) => (typeof value === 'number' ? Math.round(value) : value),
    'free',
  ),
  misread('true for one image', 'generate-image.n.type', (value) => (value === true ? 1 : value), 'free'),
  misread('a prompt that is a number', 'generate-image.prompt.type', (value) =>
    typeof value === 'number' ? String(value) : value,
  ),
  misread('a prompt that is null', 'generate-image.prompt.type', (value) => value ?? 'null'),
  misread('a size in a list', 'generate-image.size.type', (value) => (Array.isArray(value) ? value[0] : value)),
  misread('tokens as text', 'create-chat-completion.max-tokens.type', parsed),
  misread('tokens with a fraction', 'create-chat-completion.max-tokens.type', (value) =>
    typeof value === 'number' ? Math.ceil(value) : value,
  ),
  misread('a temperature as text', 'create-chat-completion.temperature.type', (value) =>
    typeof value === 'string' && value !== '' ? Number(value) : value,
  ),
  misread('a temperature above its bound by rounding', 'create-chat-completion.temperature.maximum', (value) =>
    typeof value === 'number' ? Math.round(value * 100) / 100 : value,
  ),
  misread('"true" for true', 'create-chat-completion.stream.type', (value) => (value === 'true' ? true : value)),
  misread('one for true', 'create-chat-completion.stream.type', (value) => (value === 1 ? true : value)),
  misread('messages that are one text', 'create-chat-completion.messages.type', (value) =>
    typeof value === 'string' ? [{ role: 'user', content: value }] : value,
  ),
  misread('messages that are texts', 'create-chat-completion.messages.items.type', (value) =>
    Array.isArray(value)
      ? value.map((each) => (typeof each === 'string' ? { role: 'user', content: each } : each))
      : value,
  ),
  misread('a message without its role', 'create-chat-completion.messages.items.role.required', (value) =>
    Array.isArray(value) ? value.map((each) => (isObject(each) ? { role: 'user', ...each } : each)) : value,
  ),
  misread('a message whose content is a number', 'create-chat-completion.messages.items.content.type', (value) =>
    Array.isArray(value)
      ? value.map((each) =>
          typeof Object(each).content === 'number' ? { ...each, content: String(each.content) } : each,
        )
      : value,
  ),
  {
    name: 'only the first message looked at',
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
    name: 'a body that is a list of one',
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
    name: 'a body that is JSON within a text',
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
    name: 'a state that is a number',
    host: 'account',
    rule: 'decide.state.type',
    level: 'paid',
    only: ['decide.state.*'],
    alter: changeField('decide', 'state', (value) =>
      ['number', 'boolean'].includes(typeof value) ? String(value) : value,
    ),
  },
  {
    name: 'questions as a list',
    host: 'account',
    rule: 'decide.questions.type',
    level: 'paid',
    only: ['decide.questions.*'],
    alter: changeField('decide', 'questions', (value) =>
      Array.isArray(value) ? { first: { type: 'noul', instructions: 'It is so.' } } : value,
    ),
  },
  {
    name: 'a window in any case',
    host: 'account',
    rule: 'list-usage.window.enum',
    level: 'paid',
    only: ['list-usage.*'],
    alter: changeQuery('list-usage', lowWindow),
  },
  {
    name: 'a window that is not known taken for the usual one',
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
