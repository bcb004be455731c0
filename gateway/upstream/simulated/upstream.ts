import type { Upstream } from '../port.ts';
import { simulatedAudio } from './audio.ts';
import { chat } from './chat.ts';
import { drawImages, openTicket, progress, readTicket, writeTicket } from './image.ts';
import { judge } from './judge.ts';
import { lookupPhone } from './phone.ts';
import { search } from './search.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Seconds that each image model takes; a model not listed finishes at once. */
  readonly imageSeconds: Readonly<Record<string, number>>;
}

/** Providers made up from the request alone: same seed, same request, same answer, and no network. */
export function simulatedUpstream({ seed, imageSeconds }: SimulationOptions): Upstream {
  return {
    chat: (ask) => chat(ask, seed),
    search: async (ask) => search(ask, seed),
    startImage: async (ask, { now }) => {
      const ticket = openTicket(ask, now, imageSeconds[ask.model] ?? 0);
      return { ticket: writeTicket(ticket), progress: progress(ticket, now, seed) };
    },
    checkImage: async (ticket, { now }) => progress(readTicket(ticket), now, seed),
    lookupPhone: async (phoneNumber) => lookupPhone(phoneNumber, seed),
    judge: async (ask) => judge(ask, seed),
    editImage: async (ask) => drawImages(ask, seed),
    ...simulatedAudio(seed),
  };
}
