/** Character assets. */
import type { Gateway } from '../gateway.ts';
export interface Portrait {
  wallet: string;
}
export interface FaceGroup {
  id: string;
}
export function faceEvent(_g: Gateway, _id: string, _n: string): boolean | undefined {
  return undefined;
}
