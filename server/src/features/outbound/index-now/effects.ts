import { objectId } from '@askwell/contract/ids.ts'
import { questionPath } from '@askwell/contract/permalink.ts'
import { lastIdBefore } from '../../../db/last-id-before.ts'
import type { App } from '../../../events/events.ts'
import { FetchRefused } from '../../../lib/outbound-http.ts'
import { findSetting, saveSetting } from '../../operations/settings/queries.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { indexNowKey, KEY_PATH } from './key.ts'
import { listChanged, listPublic } from './queries.ts'

/** Tells all search engines that take part. */
export const SERVICE = 'https://api.indexnow.org/indexnow'
const NAME = 'index_now'
/** So many events at once, so that the addresses of one call stay below the ten thousand that the service takes. */
const EVENTS_AT_ONCE = 5000

/** On PostgreSQL a transaction may still be writing an event with a smaller id; none takes that long. */
const SAVED_AFTER = 60

interface Told {
  event_id: number
}

/** Whether the service has taken it, or never will: what it refuses once it refuses again. */
const post = async ({ outbound }: App, body: object) => {
  try {
    const status = await outbound.post(SERVICE, {
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: Buffer.from(JSON.stringify(body)),
    })
    return status < 500 && status !== 429
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return false
  }
}

/** The addresses of questions that changed since the last time, in one call. What wasn't taken is told with the next. */
export const tellSearchEngines = async (app: App) => {
  const { seo, general, login } = await siteSettings(app)
  const told = (await findSetting(app.db, NAME)) as Told | undefined
  const last = await lastIdBefore(app.db, 'events', app.clock.now() - SAVED_AFTER)
  const isPublic = !login.login_required
  const keep = (event_id: number) =>
    app.transaction((tx) => saveSetting(tx.db, NAME, { event_id } satisfies Told, tx.now()))
  if (!seo.index_now || !isPublic) return told && told.event_id < last ? keep(last) : undefined
  // What was there before it was switched on is in the sitemap.
  if (!told) return keep(last)
  if (told.event_id >= last) return
  const upTo = Math.min(last, told.event_id + EVENTS_AT_ONCE)
  const questions = await listPublic(app.db, await listChanged(app.db, told.event_id, upTo))
  const site = general.site_url.replace(/\/$/, '')
  const urlList = questions.map(
    ({ id, url_title }) => site + questionPath(seo.permalink, { id: objectId('question', id), url_title }),
  )
  const body = { host: new URL(site).host, key: indexNowKey(app.secret), keyLocation: site + KEY_PATH, urlList }
  if (urlList.length === 0 || (await post(app, body))) await keep(upTo)
}
