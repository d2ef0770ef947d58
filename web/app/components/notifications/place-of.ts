import type { Notification } from '@askwell/contract/notifications.ts'
import { paths } from '../../paths.ts'

/** The very answer or comment it is about. */
export const placeOf = ({ action, object_info }: Pick<Notification, 'action' | 'object_info'>) => {
  const { title, url_title, slug_name, username, path, object_map } = object_info
  if (path) return path
  if (username) return action === 'reputation.corrected' ? paths.user(username, 'reputation') : paths.user(username)
  if (slug_name) return paths.tagInfo(slug_name)
  const { question = '0', answer = '0', comment = '', badge_id } = object_map
  if (badge_id) return paths.badge(badge_id)
  if (question === '0' || !title) return paths.notifications()
  const thread = { id: question, url_title }
  const place = answer === '0' ? paths.question(thread) : paths.answer(thread, answer)
  return comment ? `${place}?comments=${answer === '0' ? question : answer}#comment-${comment}` : place
}
