import type { Direction } from '@tollwright/runtime/operation/script';
import type { Directed } from '@tollwright/runtime/upstream/direct';
import type { AudioUpstream } from '../audio-port.ts';
import { withheld } from '../withheld.ts';

/** The providers of sound with scripted outcomes. */
export function scriptedAudio(inner: AudioUpstream, directed: Directed): AudioUpstream {
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
