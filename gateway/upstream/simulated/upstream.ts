import type { Upstream } from '../port.ts';
import { randomFrom } from '../seeded-random.ts';
import { simulatedAudio } from './audio.ts';
import { chat, checkChat, scoreHypotheses, startChat } from './chat.ts';
import { simulatedData } from './data/data.ts';
import { drawImages, simulatedCharacters } from './images.ts';
import { openTicket, progress, readTicket, type Work, writeTicket } from './job.ts';
import { simulatedPhone } from './phone.ts';
import { simulatedSandboxes } from './sandbox.ts';
import { findUsers, listFollows } from './social.ts';
import { jobIdOf, prepare, shoot } from './video.ts';
import { askWeb, search } from './web.ts';

/** Options of the simulated providers. */
export interface SimulationOptions {
  readonly seed: number;
  /** Returns the most tokens that a text model reads; without it, models read any prompt. */
  readonly contextWindow?: (model: string) => number;
  /** Seconds that each image model takes; a model not listed finishes at once. */
  readonly imageSeconds: Readonly<Record<string, number>>;
  /** Seconds that each video model takes at least and at most; a model not listed finishes at once. */
  readonly videoSeconds?: Readonly<Record<string, readonly [least: number, most: number]>>;
}

/** Providers made up from the request alone: same seed, same request, same answer, and no network. */
export function simulatedUpstream({
  seed,
  contextWindow = () => Number.POSITIVE_INFINITY,
  imageSeconds,
  videoSeconds = {},
}: SimulationOptions): Upstream {
  const make = (work: Work) => ('image' in work ? drawImages(work.image, seed) : shoot(work.video, seed));
  const start = (work: Work, now: number, seconds: number) => {
    const ticket = openTicket(work, now, seconds);
    return { ticket: writeTicket(ticket), progress: progress(ticket, now, make) };
  };

  return {
    chat: (request, { signal }) => chat(request, seed, contextWindow(request.model), signal),
    startChat: async (request, { now }) => startChat(request, now),
    checkChat: async (ticket, { now }) => checkChat(ticket, now, seed, contextWindow),
    search: async (request) => search(request, seed),
    startImage: async (request, { now }) => start({ image: request }, now, imageSeconds[request.model] ?? 0),
    startVideo: async (request, { now }) => {
      const video = prepare(request);
      const id = jobIdOf(video, seed);
      const seconds = randomFrom(id).integer(...(videoSeconds[request.model] ?? [0, 0]));
      return { ...start({ video }, now, seconds), id };
    },
    checkJob: async (ticket, { now }) => progress(readTicket(ticket), now, make),
    scoreHypotheses: async (request) => scoreHypotheses(request, seed),
    editImage: async (request) => drawImages(request, seed),
    ...simulatedAudio(seed),
    ...simulatedData(seed),
    ...simulatedSandboxes(),
    findUsers: async (names) => findUsers(names, seed),
    listFollows: async (request) => listFollows(request, seed),
    askWeb: async (request) => askWeb(request, seed),
    ...simulatedCharacters(seed),
    ...simulatedPhone(seed),
  };
}
