import { InvalidArgumentError } from 'commander';

/** Reads the value of an option that takes a whole number from `least` to `most`; commander prints what is wrong with any other. */
export function wholeNumber(least = 0, most = 9_999_999_999): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^-?\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

/** Reads a TCP port; 0 stands for any that is free. */
export const port = wholeNumber(0, 65_535);
