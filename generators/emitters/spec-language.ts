import { z } from 'zod';
import { once } from '../common/once.ts';
import { error } from '../language/errors.ts';
import { allKinds, kinds } from '../language/kinds.ts';
import { rule } from '../language/protocol.ts';
import { printJson } from '../output/json.ts';
import type { Emitter } from './emitter.ts';

/** Emits a JSON Schema for each kind of spec file, by which editors complete and check while it is written. */
export const specLanguage: Emitter = {
  name: 'spec-language',
  emit: () =>
    allKinds.map((kind) => ({
      path: `spec-language/${kind}.schema.json`,
      text: printJson({ title: `A ${kind} file of a Tollwright specification`, ...schemaOf(kinds[kind].shape) }),
    })),
};

/** Entries that may change one of a specification which is extended: they then have only the keys that differ. */
const changeable: readonly z.core.$ZodType[] = [error, rule];

// Editors of YAML know this draft best. No specification changes the shapes.
const schemaOf = once((shape: z.ZodType) =>
  z.toJSONSchema(shape, {
    target: 'draft-7',
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (changeable.includes(zodSchema)) delete jsonSchema.required;
    },
  }),
);
