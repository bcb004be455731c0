import { InvalidArgumentError, Option } from 'commander';

const defaultSeeds: readonly number[] = [1, 2, 3];

/** Makes the option `--seed`, which takes several whole numbers above 0; default 1, 2 and 3. */
export function seedOption(): Option {
  return new Option('--seed <number...>', 'how requests are drawn').argParser(listed).default(defaultSeeds, '1 2 3');
}

/** Reads a whole number above 0 from an option. */
export function count(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It takes a whole number above 0.');
  return Number(text);
}

/** Adds a seed; the first one replaces the defaults. */
function listed(text: string, before: unknown): readonly number[] {
  const seeds: readonly number[] = Array.isArray(before) && before !== defaultSeeds ? before : [];
  return [...seeds, count(text)];
}
