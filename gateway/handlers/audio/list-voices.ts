import type { Handlers } from '#generated/handlers.ts';
import type { Tools } from '../../tools.ts';
import { asking, occasionOf } from '../asking.ts';

/** Lists the voices that speech may have. */
export function listVoices(tools: Tools): Handlers['list-voices'] {
  return async (call) => {
    const voices = await asking(() => tools.upstream.listVoices(occasionOf(call, tools)));
    const data = voices.map(({ id, name, alias }) => ({ voice_id: id, name, alias }));
    return { status: 200, body: { object: 'list', data } };
  };
}
