import { access } from './access.ts';
import { busyness } from './busy.ts';
import { catalogs } from './catalogs.ts';
import { challenging } from './challenges.ts';
import { data } from './data.ts';
import { elsewhere } from './elsewhere.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';
import { habits } from './habits.ts';
import { media } from './media.ts';
import { names } from './names.ts';
import { order } from './order.ts';
import { prices } from './prices.ts';
import { record } from './record.ts';
import { requests } from './requests.ts';
import { shapes } from './shapes.ts';
import { spelling } from './spelling.ts';
import { tools } from './tools.ts';
import { values } from './values.ts';
import type { Variant } from './variant.ts';
import { videos } from './videos.ts';
import { streaming, wire } from './wire.ts';

export type { Variant } from './variant.ts';

/** Every permitted variant. Those that change the text of messages come after those that change their values. */
export const variants: readonly Variant[] = [
  ...elsewhere,
  ...prices,
  ...media,
  ...videos,
  ...order,
  ...record,
  ...requests,
  ...shapes,
  ...tools,
  ...data,
  ...access,
  ...fields,
  ...values,
  ...errors,
  ...catalogs,
  ...challenging,
  ...streaming,
  ...names,
  ...spelling,
  ...busyness,
  ...habits,
  ...wire,
];
