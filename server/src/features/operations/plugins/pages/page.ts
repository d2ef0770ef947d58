import { isAdmin, isStaff } from '@askwell/contract/roles.ts'
import type { PageReaders } from '@askwell/contract/plugin-pages.ts'
import type { PageAsked } from '@askwell/plugin-kit'
import type { App } from '../../../../events/events.ts'
import { type Actor, mayEnterPrivate, type Viewer } from '../../../../lib/actor.ts'
import { outsideSlot } from '../../../../lib/concurrency-slot.ts'
import { AppError, Forbidden, NotFound } from '../../../../lib/errors.ts'
import { siteSettings } from '../../settings/views.ts'

const mayOpen: Record<PageReaders, (viewer: Viewer) => boolean> = {
  anyone: () => true,
  members: mayEnterPrivate,
  moderators: isStaff,
  admins: isAdmin,
}

/** What stands in the navigation for this reader. */
export const pagesFor = ({ plugins }: Pick<App, 'plugins'>, viewer: Viewer, language: string) =>
  plugins.pages(language, (readers) => mayOpen[readers](viewer))

interface Place {
  slug_name: string
  path: string
  search?: string
  language: string
}

/** A plugin that isn't there, and one without pages, are no page. */
const letIn = ({ plugins }: App, viewer: Viewer, { slug_name }: Place) => {
  const readers = plugins.readersOfPages(slug_name)
  if (!readers) throw new NotFound()
  if (mayOpen[readers](viewer)) return
  if (!viewer) throw new AppError('unauthorized', 'base.unauthorized_error')
  throw new Forbidden('base.unauthorized_error')
}

const roleOf = (actor: Actor): NonNullable<PageAsked['reader']>['role'] =>
  isAdmin(actor) ? 'admin' : isStaff(actor) ? 'moderator' : 'member'
const readerOf = (actor: Actor) => ({
  username: actor.username,
  display_name: actor.display_name,
  role: roleOf(actor),
})

const asked = async (app: App, { slug_name, path, search, language }: Place): Promise<Omit<PageAsked, 'reader'>> => ({
  path: path.startsWith('/') ? path : `/${path}`,
  query: Object.fromEntries(new URLSearchParams(search)),
  language,
  time_zone: (await siteSettings(app)).interface.time_zone || 'UTC',
  base: `/plugins/${slug_name}`,
})

/** What is thrown, or wrong with an answer, stands in the log of the plugin. Of one that was switched off meanwhile there is no page any more. */
const answerOf = async <T>({ plugins }: App, slug_name: string, asking: () => Promise<T | null>): Promise<T> => {
  const answer = await outsideSlot(asking).catch(() => {
    if (!plugins.readersOfPages(slug_name)) throw new NotFound()
    throw new AppError('unavailable', 'error.plugin.no_answer')
  })
  if (!answer) throw new NotFound()
  return answer
}

export const pageFor = async (app: App, viewer: Viewer, place: Place) => {
  letIn(app, viewer, place)
  const page = { ...(await asked(app, place)), reader: viewer && readerOf(viewer) }
  return answerOf(app, place.slug_name, () => app.plugins.page(place.slug_name, page))
}

export const formFor = async (
  app: App,
  actor: Actor,
  { form, values, ...place }: Place & { form: string; values: Record<string, string> },
) => {
  letIn(app, actor, place)
  const sent = { ...(await asked(app, place)), reader: readerOf(actor), form, values }
  return answerOf(app, place.slug_name, () => app.plugins.sendForm(place.slug_name, sent))
}
