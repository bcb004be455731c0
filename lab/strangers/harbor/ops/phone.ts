export interface Lease {
  number: string;
}
