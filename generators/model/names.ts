/** Writes a name in kebab-case: `max_results`, `phoneNumber` and `upstream.started` become words joined by hyphens. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
}
