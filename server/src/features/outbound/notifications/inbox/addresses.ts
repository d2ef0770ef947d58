import type { Notification } from '@askwell/contract/notifications.ts'
import { answerPath, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'

/** Where it leads, for e-mails and pushes: the very answer or comment. */
export const addressOf = (
  site_url: string,
  form: PermalinkForm,
  { object_info }: Pick<Notification, 'object_info'>,
) => {
  const { url_title, slug_name, username, path, object_map } = object_info
  if (path) return site_url + path
  if (username) return `${site_url}/users/${encodeURIComponent(username)}`
  if (slug_name) return `${site_url}/tags/${encodeURIComponent(slug_name)}/info`
  const { question = '0', answer = '0', comment = '' } = object_map
  if (question === '0') return `${site_url}/users/notifications/inbox`
  const thread = { id: question, url_title }
  const place = site_url + (answer === '0' ? questionPath(form, thread) : answerPath(form, thread, answer))
  return comment ? `${place}?comments=${answer === '0' ? question : answer}#comment-${comment}` : place
}
