/** The command line as a table of options. */
export function readOptions(argv: readonly string[]): Map<string, string> {
  const options = new Map<string, string>();
  for (let index = 0; index < argv.length; index += 1) {
    const name = argv[index] ?? '';
    if (!name.startsWith('--')) throw new Error(`unexpected ${name}`);
    const [key = '', inline] = name.slice(2).split('=', 2);
    const next = argv[index + 1];
    if (inline !== undefined) options.set(key, inline);
    else if (next !== undefined && !next.startsWith('--')) {
      options.set(key, next);
      index += 1;
    } else options.set(key, 'true');
  }
  return options;
}
