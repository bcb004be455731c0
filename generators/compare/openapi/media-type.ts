/** A media type or range as it is compared: type and parameter names have no case, and JSON has one charset (RFC 9110, 8.3.1; RFC 8259, 8.1). */
export function mediaType(written: string): string {
  const [type = '', ...rest] = written.split(';').map((part) => part.trim());
  const essence = type.toLowerCase();
  const parameters = rest.flatMap((part): [string, string][] => {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
    const value = part
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    return name === '' ? [] : [[name, name === 'charset' ? value.toLowerCase() : value]];
  });
  const counting = parameters.filter(([name]) => name !== 'charset' || !isJson(essence));
  return [essence, ...counting.map(([name, value]) => `${name}=${value}`).sort()].join(';');
}

/** Tells whether a media type is JSON, with or without a name for what it holds. */
export function isJson(type: string): boolean {
  return /^[^;]*[/+]json(?:;|$)/.test(type);
}

/** Tells whether a media type or range takes in another one. */
export function covers(range: string, type: string): boolean {
  if (range === type) return true;
  const [[essence = '', ...wanted], [own = '', ...given]] = [range.split(';'), type.split(';')];
  const isWithin =
    essence === own || essence === '*/*' || (essence.endsWith('/*') && own.startsWith(essence.slice(0, -1)));
  return isWithin && wanted.every((parameter) => given.includes(parameter));
}

/** The media types and ranges of a second list that none of a first one takes in. */
export function uncovered(ranges: readonly string[] | undefined, types: readonly string[] | undefined): string[] {
  return (types ?? []).filter((type) => covering(ranges ?? [], type) === undefined);
}

/** The narrowest of some ranges that takes in a media type. */
export function covering(ranges: readonly string[], type: string): string | undefined {
  const order = (range: string) => (range === type ? 3 : range.startsWith('*') ? 0 : range.includes('*') ? 1 : 2);
  return ranges.filter((range) => covers(range, type)).sort((one, other) => order(other) - order(one))[0];
}
