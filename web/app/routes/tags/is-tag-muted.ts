import { mutedTopics } from '@askwell/contract/channels.ts'
import type { RouteContext } from '../../session.ts'

/** Only members mute anything. */
export const isTagMuted = async ({ call, user }: RouteContext, tag_id: string) =>
  user !== null && (await call(mutedTopics, { query: { object_id: tag_id } })).list.length > 0
