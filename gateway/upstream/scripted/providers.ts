import type { Direction } from '@tollwright/runtime/operation/script';
import type { Director } from '@tollwright/runtime/upstream/direct';
import type { AudioUpstream } from '../audio-port.ts';
import type { CharacterUpstream } from '../character-port.ts';
import { withheld } from '../context.ts';
import type { DataUpstream } from '../data-port.ts';
import type { SandboxUpstream } from '../sandbox-port.ts';
import type { SocialUpstream } from '../social-port.ts';
import type { WebUpstream } from '../web-port.ts';

/** The providers of sound with scripted outcomes. */
export function scriptedAudio(inner: AudioUpstream, directed: Director): AudioUpstream {
  return {
    async makeMusic(request, context) {
      return altered(await directed(context), await inner.makeMusic(request, context));
    },
    async speak(request, context) {
      return altered(await directed(context), await inner.speak(request, context));
    },
    async makeSound(request, context) {
      return altered(await directed(context), await inner.makeSound(request, context));
    },
    async listVoices(context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? [] : inner.listVoices(context);
    },
  };
}

/** A recording that cannot be copied where the direction says so. */
function altered<T extends object>(direction: Direction | undefined, audio: T): T {
  return direction?.outcome === 'mirror_fail' ? { ...audio, bytes: withheld } : audio;
}

/** The providers of character assets with scripted outcomes. */
export function scriptedCharacters(inner: CharacterUpstream, directed: Director): CharacterUpstream {
  return {
    async openLivenessCheck(group, context) {
      await directed(context);
      return inner.openLivenessCheck(group, context);
    },
    async enrollCharacter(request, context) {
      const direction = await directed(context);
      const { id, image } = await inner.enrollCharacter(request, context);
      return { id, image: direction?.outcome === 'mirror_fail' ? { ...image, bytes: withheld } : image };
    },
  };
}

/** The providers of data with scripted outcomes. */
export function scriptedData(inner: DataUpstream, directed: Director): DataUpstream {
  return {
    async readData(request, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? { data: [] } : inner.readData(request, context);
    },
    async listInstruments(market, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? [] : inner.listInstruments(market, context);
    },
    async readSpot(market, symbol, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? undefined : inner.readSpot(market, symbol, context);
    },
    async readBars(market, symbol, request, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? [] : inner.readBars(market, symbol, request, context);
    },
    async callNode(chain, calls, context) {
      await directed(context);
      return inner.callNode(chain, calls, context);
    },
  };
}

/** The provider of sandboxes with scripted outcomes. */
export function scriptedSandbox(inner: SandboxUpstream, directed: Director): SandboxUpstream {
  return {
    async startSandbox(request, context) {
      await directed(context);
      return inner.startSandbox(request, context);
    },
    async runCommand(ticket, request, context) {
      const direction = await directed(context);
      const result = await inner.runCommand(ticket, request, context);
      return direction?.outcome === 'empty' ? { ...result, stdout: '', stderr: '' } : result;
    },
    endSandbox: (ticket) => inner.endSandbox(ticket),
  };
}

/** The provider of social user data with scripted outcomes. */
export function scriptedSocial(inner: SocialUpstream, directed: Director): SocialUpstream {
  return {
    async findUsers(names, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? { users: [], missing: names } : inner.findUsers(names, context);
    },
    async listFollows(request, context) {
      const direction = await directed(context);
      return direction?.outcome === 'empty' ? { users: [] } : inner.listFollows(request, context);
    },
  };
}

/** The empty values of a response without results. */
const nothing: Readonly<Record<string, unknown>> = { results: [], citations: [], answer: '' };

/** The provider of web searches with scripted outcomes. */
export function scriptedWeb(inner: WebUpstream, directed: Director): WebUpstream {
  return {
    async askWeb(request, context) {
      const direction = await directed(context);
      const answer = await inner.askWeb(request, context);
      if (direction?.outcome !== 'empty') return answer;
      return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, nothing[name] ?? value]));
    },
  };
}
