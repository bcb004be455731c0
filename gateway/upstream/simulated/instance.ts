import { UpstreamFailure } from '@tollwright/runtime/upstream/failure';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { generateSync } from 'json-schema-faker';

import type { JsonSchema } from '../port.ts';
import { randomFrom } from '../seeded-random.ts';

/** Levels after which optional parts of a schema that contains itself are left out. */
const deepest = 4;

/** Values that are drawn until one is valid: a schema that contains itself may end at the wrong place. */
const most = 20;

/** A value that a JSON Schema accepts, the same for the same seed; rejects the request where none is found. */
export function instanceOf(schema: JsonSchema, seed: unknown): unknown {
  const { $schema: _, ...rules } = schema;
  let reason = '';
  try {
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(rules);
    for (let attempt = 0; attempt < most; attempt += 1) {
      const value = generateSync(rules, { seed: randomFrom([seed, attempt]).integer(1, 2 ** 30), maxDepth: deepest });
      if (isValid(value)) return value;
      reason = `${isValid.errors?.[0]?.instancePath} ${isValid.errors?.[0]?.message}`;
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  throw new UpstreamFailure('rejected', `The simulated model finds no value for the JSON Schema: ${reason}.`);
}
