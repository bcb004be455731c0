/** Text as a scalar of YAML in quotes, in which nothing is read as syntax. */
export function yamlText(text: string): string {
  // JSON is YAML, but YAML takes fewer characters as they are.
  return JSON.stringify(text).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
