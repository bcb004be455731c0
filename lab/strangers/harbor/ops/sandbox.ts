export interface Box {
  id: string;
}
