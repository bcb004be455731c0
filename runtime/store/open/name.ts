/** A store is named by its path or by a `file:`, `sqlite:` or `postgres:` URL; throws for another URL. */
export function storeName(store: string): string {
  const name = store.replace(/^(file|sqlite):(\/\/)?/, '');
  if (/^\w+:\/\//.test(name) && !isPostgres(name)) throw new Error('it is neither a file nor at postgres://…');
  return name;
}

/** The name of a store for people to read: without the password and the options of a URL. */
export function withoutSecrets(store: string): string {
  return isPostgres(store) ? store.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '') : store;
}

/** Tells a PostgreSQL database from a file. */
export function isPostgres(store: string): boolean {
  return /^postgres(ql)?:/.test(store);
}
