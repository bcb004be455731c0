import type { JsonSchema } from '../../model/types.ts';

/** The schemas of the small service. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  ForecastRequest: {
    type: 'object',
    required: ['station'],
    properties: {
      station: { description: 'Id of a station', type: 'string', minLength: 2, maxLength: 8 },
      days: { description: 'Days ahead', type: 'integer', minimum: 1, maximum: 30, default: 7 },
      units: { type: 'string', enum: ['metric', 'imperial'], default: 'metric' },
      marks: { type: 'array', items: { $ref: '#/schemas/Mark' }, minItems: 1, uniqueItems: true },
      stream: { type: 'boolean', default: false },
    },
  },
  Mark: {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: ['range', 'label'] } },
    allOf: [
      {
        if: { properties: { kind: { const: 'range' } } },
        // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
        then: { required: ['low', 'high'], properties: { low: { type: 'number' }, high: { type: 'number' } } },
      },
      {
        if: { properties: { kind: { const: 'label' } }, required: ['kind'] },
        // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema.
        then: { required: ['names'], properties: { names: { type: 'object', minProperties: 1, maxProperties: 3 } } },
      },
    ],
  },
  Forecast: {
    type: 'object',
    required: ['id', 'object', 'tides'],
    properties: {
      id: { type: 'string' },
      object: { const: 'forecast' },
      tides: { type: 'array', items: { type: 'object', additionalProperties: { type: ['number', 'null'] } } },
      source: { type: 'string', format: 'uri' },
    },
  },
  StationList: { description: 'Every station', type: ['object', 'array'] },
};
