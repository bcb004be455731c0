/** Rejects: the file cannot be read at its provider. */
export function withheld(): Promise<never> {
  return Promise.reject(new Error('The provider does not serve this file.'));
}
