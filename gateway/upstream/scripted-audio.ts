import type { AudioUpstream } from './audio-port.ts';
import type { Directed } from './direct.ts';
import { withheld } from './failure.ts';
import type { Direction } from './script.ts';

/** The providers of sound under direction. */
export function scriptedAudio(inner: AudioUpstream, directed: Directed): AudioUpstream {
  return {
    async makeMusic(ask, occasion) {
      return altered(await directed(occasion), await inner.makeMusic(ask, occasion));
    },
    async speak(ask, occasion) {
      return altered(await directed(occasion), await inner.speak(ask, occasion));
    },
    async makeSound(ask, occasion) {
      return altered(await directed(occasion), await inner.makeSound(ask, occasion));
    },
    async listVoices(occasion) {
      const direction = await directed(occasion);
      return direction?.outcome === 'empty' ? [] : inner.listVoices(occasion);
    },
  };
}

/** A recording that cannot be copied where the direction says so. */
function altered<T extends object>(direction: Direction | undefined, audio: T): T {
  return direction?.outcome === 'mirror_fail' ? { ...audio, bytes: withheld } : audio;
}
