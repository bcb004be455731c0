import type { Handlers } from '#generated/handlers.ts';
import type { HandlerContext } from '../shared/context.ts';
import { countAssets, findGroup } from './group.ts';

/** Returns the status of a face group; its handle is the credential. */
export function getRealfaceStatus(context: HandlerContext): Handlers['get-realface-status'] {
  return async ({ query: { groupId } }) => {
    const { services } = context;
    const group = await findGroup(services, groupId);
    return {
      status: 200,
      body: {
        object: 'realface.status',
        group_id: groupId,
        status: group.state,
        asset_count: await countAssets(services, group),
        ready_to_finalize: group.state === 'active',
      },
    };
  };
}
