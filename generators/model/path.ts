/** Methods of operations. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** An `http:` line taken apart. */
export interface Route {
  readonly method: (typeof methods)[number];
  /** The path with `{prefix}`, segments and parameters still in braces. */
  readonly template: string;
  /** Names in braces other than `prefix`, in order. */
  readonly names: readonly string[];
  /** Names that may contain slashes. */
  readonly wide: readonly string[];
}

/** Takes an `http:` line apart, or returns the mistake in it. */
export function parseRoute(http: string): Route | { readonly reason: string } {
  const [word, template = '', ...rest] = http.trim().split(/\s+/);
  const method = methods.find((each) => each === word);
  if (!method) return { reason: `it begins with one of ${methods.join(', ')}` };
  if (rest.length > 0 || template === '') return { reason: 'a method and one path are expected' };
  if (!template.startsWith('/') && !template.startsWith('{prefix}/'))
    return { reason: 'a path begins with / or {prefix}/' };

  const names: string[] = [];
  const wide: string[] = [];
  const bare = template
    .replace(/^\{prefix\}/, '')
    .replace(/\{([a-zA-Z][a-zA-Z0-9_]*)(\+?)\}/g, (_, name: string, plus: string) => {
      names.push(name);
      if (plus) wide.push(name);
      return '';
    });
  if (/[{}]/.test(bare)) return { reason: 'a name in braces is a word, with + behind it when it may hold slashes' };
  if (/[?#\s]/.test(bare)) return { reason: 'a path has no query, fragment or space' };
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double) return { reason: `{${double}} occurs twice` };
  return { method, template, names, wide };
}

/** Writes a route's path for a host; names that are not segments stay in braces. */
export function resolvePath(route: Route, prefix: string, segments: Readonly<Record<string, string>>): string {
  return route.template
    .replace('{prefix}', prefix)
    .replace(/\{([a-zA-Z][a-zA-Z0-9_]*)\+?\}/g, (_, name: string) => segments[name] ?? `{${name}}`);
}
