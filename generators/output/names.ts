/** `image-job` as `ImageJob`. */
export function pascalCase(id: string): string {
  return words(id)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `image-job` as `imageJob`. */
export function camelCase(id: string): string {
  const name = pascalCase(id);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function words(id: string): string[] {
  return id.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}
