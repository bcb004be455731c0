/** Messages for values that break a rule. */

/** Keywords by which a value may be refused. */
export type Keyword = keyof typeof wording;

/** The requirement of each keyword, in words. */
export const wording = {
  required: () => 'is required',
  dependentRequired: (other: unknown) => `is required with \`${other}\``,
  type: (types: unknown) => `must be ${[types].flat().map(article).join(' or ')}`,
  const: (value: unknown) => `must be ${JSON.stringify(value)}`,
  enum: (values: unknown) =>
    `must be one of ${[values]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(', ')}`,
  catalog: (known: unknown) => {
    if (Array.isArray(known)) return `must be one of ${known.join(', ')}`;
    return String(known).startsWith('GET ') ? `must be one that \`${known}\` lists` : 'is not known';
  },
  minLength: (count: unknown) => `must have at least ${plural(count, 'character', 'characters')}`,
  maxLength: (count: unknown) => `must have at most ${plural(count, 'character', 'characters')}`,
  pattern: (pattern: unknown) => `must match ${pattern}`,
  format: (format: unknown) => `must be a valid ${format}`,
  minimum: (bound: unknown) => `must be at least ${bound}`,
  maximum: (bound: unknown) => `must be at most ${bound}`,
  exclusiveMinimum: (bound: unknown) => `must be more than ${bound}`,
  exclusiveMaximum: (bound: unknown) => `must be less than ${bound}`,
  multipleOf: (step: unknown) => `must be a multiple of ${step}`,
  minItems: (count: unknown) => `must have at least ${plural(count, 'item', 'items')}`,
  maxItems: (count: unknown) => `must have at most ${plural(count, 'item', 'items')}`,
  items: (count: unknown) => `must have at most ${plural(count, 'item', 'items')}`,
  uniqueItems: () => 'must not repeat an item',
  minProperties: (count: unknown) => `must have at least ${plural(count, 'entry', 'entries')}`,
  maxProperties: (count: unknown) => `must have at most ${plural(count, 'entry', 'entries')}`,
  unknownKeys: () => 'is not a known key',
  anyOf: () => 'must have one of the allowed forms',
  oneOf: () => 'must have exactly one of the allowed forms',
  not: () => 'must not have this form',
} satisfies Readonly<Record<string, (limit: unknown) => string>>;

function article(type: unknown): string {
  if (type === 'null') return 'null';
  return `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`;
}

function plural(count: unknown, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
