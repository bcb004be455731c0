/** A store is named by its path or by a `file:`, `sqlite:` or `postgres:` URL. */
export function storeName(store: string): string {
  return store.replace(/^(file|sqlite):(\/\/)?/, '');
}

/** The name of a store for people to read: without the password and the options of a URL. */
export function withoutSecrets(store: string): string {
  return /^postgres(ql)?:/.test(store) ? store.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '') : store;
}
