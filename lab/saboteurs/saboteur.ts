import { z } from 'zod';

const pointer = z.string().regex(/^(\/[^/]+)+$/, 'It takes a JSON pointer such as /body/model.');
const route = z
  .string()
  .regex(/^(GET|POST|PUT|DELETE|\*) (\/\S*|\*)$/, 'It takes a method and a path such as "POST /api/v1/search".');
const number = z.number().finite();

/** A plain value that a value must equal, or an object of tests that must all hold. */
const Expected = z.union([
  z.string(),
  number,
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.strictObject({
    is: z.unknown().optional(),
    not: z.unknown().optional(),
    in: z.array(z.unknown()).min(1).optional(),
    above: number.optional(),
    below: number.optional(),
    matches: z.string().optional(),
    longer: number.optional(),
    shorter: number.optional(),
    present: z.boolean().optional(),
  }),
]);

/** The expectation of one value. */
export type Expected = z.infer<typeof Expected>;

const Conditions = z.record(pointer, Expected);

/** Expectations of the values at JSON pointers of a message. */
export type Conditions = z.infer<typeof Conditions>;

const changes = {
  set: z.unknown(),
  copy: pointer,
  remove: z.literal(true),
  scale: number,
  add: number,
  keep: z.int().nonnegative(),
  append: z.unknown(),
  duplicate: z.literal(true),
  reverse: z.literal(true),
  replace: z.tuple([z.string(), z.string()]),
  convert: z.enum(['text', 'number']),
};

/** Names of the changes of a value. */
export const changeNames = Object.keys(changes);

/** One change of the values at a JSON pointer of a message; `*` stands for every key or item. */
const Edit = z
  .strictObject({ at: pointer, ...z.object(changes).partial().shape })
  .refine((edit) => Object.keys(edit).length === 2, `It takes \`at\` and one of ${changeNames.join(', ')}.`);

/** One change of the values at a JSON pointer of a message. */
export type Edit = z.infer<typeof Edit>;

const Price = z
  .strictObject({ set: number.nonnegative(), factor: number.nonnegative(), add: number })
  .partial()
  .refine((price) => Object.keys(price).length === 1, 'It takes one of set, factor and add, in USD.');

/** A request that shows the saboteur, for the case that the suite sends none. */
const Probe = z.strictObject({
  call: route,
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  pay: z.boolean().optional(),
});

/** A request that shows a saboteur. */
export type Probe = z.infer<typeof Probe>;

/** Ids of the hosts that a saboteur may stand before. */
export const hosts = ['base', 'solana', 'arc', 'nano', 'test', 'account', 'xrp'] as const;

/** One gateway that breaks one sentence of the documents. */
export const Saboteur = z
  .strictObject({
    statement: z.string().regex(/^[a-z]+-\d+$/),
    host: z.enum(hosts).default('base'),
    breaks: z.string().min(20).max(300),
    on: z.union([route, z.array(route).min(1)]),
    when: z
      .strictObject({
        paid: z.boolean(),
        request: Conditions,
        response: Conditions,
        from: z.int().positive(),
        times: z.int().positive(),
        each: z.array(pointer).min(1),
      })
      .partial()
      .default({}),
    request: z.array(Edit).min(1).optional(),
    response: z.array(Edit).min(1).optional(),
    answer: z.enum(['first', 'last']).optional(),
    price: Price.optional(),
    charge: number.positive().optional(),
    settle: z.enum(['never', 'twice']).optional(),
    delay: number.positive().max(60).optional(),
    probe: z.array(Probe).min(1).optional(),
    withdrawn: z.string().min(10).optional(),
    unfound: z.string().min(10).max(300).optional(),
  })
  .refine(
    ({ request, response, answer, price, charge, settle, delay }) =>
      [request, response, answer, price, charge, settle, delay].some((change) => change !== undefined),
    'It changes nothing: give one of request, response, answer, price, charge, settle and delay.',
  );

/** A file of saboteurs: those of one batch for one section of a document. */
export const SaboteurFile = z.strictObject({
  section: z.string().min(1),
  batch: z.int().positive(),
  saboteurs: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), Saboteur),
});

/** One gateway that breaks one sentence, with its id and its place. */
export interface Saboteur extends z.infer<typeof Saboteur> {
  readonly id: string;
  readonly batch: number;
  /** Path of its file. */
  readonly file: string;
}
