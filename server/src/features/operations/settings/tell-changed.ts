import type { Tx } from '../../../events/events.ts'

/** Every process of the site reads its settings again, and brings its plugins in line with them. */
export const tellSettingsChanged = (tx: Tx, actor_id: number, name: string) =>
  tx.emit('settings.changed', { actor_id, object_type: 'user', object_id: actor_id, question_id: 0, name })
