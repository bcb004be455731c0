/** The words of an id or field name: `max_results`, `phoneNumber` and `image-job` have two. */
function words(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Names that were written before: a specification has few, which are asked for often. */
const pascal = new Map<string, string>();

/** `image-job` as `ImageJob`. */
export function pascalCase(name: string): string {
  const known = pascal.get(name);
  if (known !== undefined) return known;
  const written = words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  pascal.set(name, written);
  return written;
}

const reserved = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private protected public ' +
    'return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** `image-job` as `imageJob`; words that the language keeps, and names that start with a digit, get an underscore. */
export function camelCase(name: string): string {
  const whole = pascalCase(name);
  const camel = whole.charAt(0).toLowerCase() + whole.slice(1);
  return reserved.has(camel) || /^\d|^$/.test(camel) ? `_${camel}` : camel;
}

/** Types of TypeScript and JavaScript that emitted code uses: a schema of such a name would hide it. */
export const builtInTypes: ReadonlySet<string> = new Set([
  ...['Array', 'Boolean', 'Date', 'Error', 'Exclude', 'Extract', 'Function', 'Map', 'Number', 'Object', 'Omit'],
  ...[
    'Partial',
    'Pick',
    'Promise',
    'Readonly',
    'ReadonlyArray',
    'Record',
    'RegExp',
    'Required',
    'Set',
    'String',
    'Symbol',
  ],
]);
