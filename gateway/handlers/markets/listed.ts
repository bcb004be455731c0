/** What a path names of an instrument. */
export interface Listed {
  readonly symbol: string;
  readonly market?: string;
}
