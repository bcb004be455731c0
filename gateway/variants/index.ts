import { access } from './access.ts';
import { catalogs } from './catalogs.ts';
import { challenging } from './challenges.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { prices } from './prices.ts';
import { shapes } from './shapes.ts';
import { spelling } from './spelling.ts';
import { streaming } from './streams.ts';
import type { Variant } from './variant.ts';
import { wire } from './wire.ts';

export type { Variant, VariantHost } from './variant.ts';

/** Every permitted variant; what changes texts comes after what changes what they say. */
export const variants: readonly Variant[] = [
  ...prices,
  ...shapes,
  ...access,
  ...fields,
  ...errors,
  ...catalogs,
  ...challenging,
  ...streaming,
  ...spelling,
  ...wire,
];
