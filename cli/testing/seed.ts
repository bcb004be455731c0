import fc from 'fast-check';

/** Seed of every property in one run; set SEED to repeat a failure. */
const seed = Number(process.env.SEED ?? 20261121);

fc.configureGlobal({ seed });
