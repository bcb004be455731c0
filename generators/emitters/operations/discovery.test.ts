import { fileURLToPath } from 'node:url';
import { validateDiscoveryExtension } from '@x402/extensions/bazaar';
import { expect, test } from 'vitest';
import type { HostView } from '../../model/types.ts';
import { readSpec } from '../../read.ts';
import { discoveryOf } from './discovery.ts';

async function viewOf(folder: string, id: string): Promise<HostView> {
  const { model } = await readSpec(fileURLToPath(new URL(`../../../${folder}`, import.meta.url)));
  const view = model?.hosts.find(({ host }) => host.id === id);
  if (!view) throw new Error(`${folder} has no host ${id}.`);
  return view;
}

test('discoveryOf says what an operation takes and returns, with an example', async () => {
  const view = await viewOf('examples/weather/spec', 'weather');
  const forecast = view.operations.find(({ auth }) => auth === 'payment');
  if (!forecast) throw new Error('The example sells nothing.');
  expect(discoveryOf(forecast, view)).toMatchInlineSnapshot(`
    {
      "info": {
        "input": {
          "method": "GET",
          "queryParams": {
            "days": 1,
            "latitude": 52.37,
            "longitude": 4.9,
          },
          "type": "http",
        },
        "output": {
          "type": "json",
        },
      },
      "schema": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {
          "input": {
            "properties": {
              "method": {
                "enum": [
                  "GET",
                ],
                "type": "string",
              },
              "queryParams": {
                "properties": {
                  "days": {
                    "default": 3,
                    "maximum": 14,
                    "minimum": 1,
                    "type": "integer",
                  },
                  "latitude": {
                    "maximum": 90,
                    "minimum": -90,
                    "type": "number",
                  },
                  "longitude": {
                    "maximum": 180,
                    "minimum": -180,
                    "type": "number",
                  },
                  "step": {
                    "default": "daily",
                    "enum": [
                      "daily",
                      "hourly",
                    ],
                    "type": "string",
                  },
                },
                "required": [
                  "latitude",
                  "longitude",
                ],
                "type": "object",
              },
              "type": {
                "const": "http",
                "type": "string",
              },
            },
            "required": [
              "type",
              "method",
            ],
            "type": "object",
          },
          "output": {
            "properties": {
              "example": {
                "properties": {
                  "days": {
                    "items": {
                      "properties": {
                        "date": {
                          "type": "string",
                        },
                        "high": {
                          "type": "number",
                        },
                        "hours": {
                          "items": {
                            "type": "number",
                          },
                          "type": "array",
                        },
                        "low": {
                          "type": "number",
                        },
                      },
                      "required": [
                        "date",
                        "low",
                        "high",
                      ],
                      "type": "object",
                    },
                    "type": "array",
                  },
                },
                "required": [
                  "days",
                ],
                "type": "object",
              },
              "type": {
                "type": "string",
              },
            },
            "required": [
              "type",
            ],
            "type": "object",
          },
        },
        "required": [
          "input",
        ],
        "type": "object",
      },
    }
  `);
});

test('discoveryOf describes every paid operation in the form of the official package', async () => {
  const view = await viewOf('spec', 'base');
  const paid = view.operations.filter(({ auth }) => auth === 'payment');
  expect(paid.length).toBeGreaterThan(40);
  const invalid = paid.flatMap((operation) => {
    // The package types what it validates.
    const result = validateDiscoveryExtension(discoveryOf(operation, view) as never);
    return result.valid ? [] : [`${operation.id}: ${result.errors?.join('; ')}`];
  });
  expect(invalid).toEqual([]);
});
