import type { Gateway } from '../gateway.ts';
import type { Dict } from '../http.ts';
export interface VoiceCall {
  id: string;
}
export function voiceEvent(_g: Gateway, _id: string, _n: string, _d: Dict): boolean | undefined {
  return undefined;
}
