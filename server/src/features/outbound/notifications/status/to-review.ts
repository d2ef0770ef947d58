import { isStaff } from '@askwell/contract/roles.ts'
import type { App, EventName } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { reviewableTypes } from '../../../content/suggested-edits/policy.ts'
import { countToDo } from '../../../content/reviews/views.ts'
import type { SiteSettings } from '../../../operations/settings/views.ts'

const CHANGES_QUEUES = new Set<EventName>([
  'post.held',
  'comment.held',
  'comment.approved',
  'comment.deleted',
  'comment.undeleted',
  'comment.edited',
  'report.made',
  'report.decided',
  'revision.suggested',
  'revision.approved',
  'revision.rejected',
  'revision.withdrawn',
  'question.approved',
  'question.deleted',
  'question.undeleted',
  'question.edited',
  'answer.approved',
  'answer.deleted',
  'answer.undeleted',
  'answer.edited',
  'post.erased',
  'settings.changed',
  'site.imported',
])

const known = new WeakMap<App, Map<string, Promise<number>>>()

const countsOf = (app: App) => {
  const found = known.get(app)
  if (found) return found
  const counts = new Map<string, Promise<number>>()
  app.onCommit((happened) => {
    if (happened.some(({ name }) => CHANGES_QUEUES.has(name))) counts.clear()
  })
  known.set(app, counts)
  return counts
}

/** Whether a user has review queues, and how much waits there; known until something changes in the queues. */
export const toReview = async (app: App, settings: SiteSettings, viewer: Actor) => {
  const types = reviewableTypes(settings, viewer)
  if (types.length === 0 && !isStaff(viewer)) return { revision: 0, can_revision: false }
  const counts = countsOf(app)
  const name = `${viewer.id} ${viewer.role_id} ${types.join()}`
  const counted = counts.get(name) ?? countToDo(app, viewer)
  counts.set(name, counted)
  counted.catch(() => counts.delete(name))
  return { revision: await counted, can_revision: true }
}
