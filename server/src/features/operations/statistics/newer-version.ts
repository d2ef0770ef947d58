import type { Dashboard } from '@askwell/contract/dashboard.ts'
import { type Problem, tellProblem } from '../../../db/problem.ts'
import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { isNewer } from '../../../lib/versions.ts'
import { isWebAddress } from '@askwell/contract/link-address.ts'
import { FetchRefused } from '../../../lib/outbound-http.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { type SiteSettings, siteSettings } from '../settings/views.ts'

/** What came of asking, the last time. */
interface Answer {
  address: string
  asked_at: number
  version: string
  changelog: string
  /** Why it couldn't be read. */
  problem?: Problem
}
const NAME = 'newest_version'

/** A few words of JSON; whatever is larger is something else. */
const LIMITS = { bytes: 64 * 1024, ms: 10_000 }
const NUMBERS = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/

const said = (content: Buffer) => {
  try {
    return (JSON.parse(content.toString('utf8')) ?? {}) as Record<string, unknown>
  } catch {
    return {} // a page instead, which names no version either
  }
}

const read = (content: Buffer | undefined) => {
  if (!content) throw new FetchRefused('nothing there', 'error.fetch.nothing')
  const { version, changelog } = said(content)
  if (typeof version !== 'string' || !NUMBERS.test(version))
    throw new FetchRefused('no version', 'error.update.no_version')
  const link = typeof changelog === 'string' && isWebAddress(changelog) ? changelog.slice(0, 500) : ''
  return { version: version.replace(/^v/, ''), changelog: link }
}

const isOn = ({ general, updates }: SiteSettings) => general.check_update && updates.update_url !== ''

/** Asks the address of the settings for the newest version, at most once a day; in the background, as it may take its time. */
export const askForVersion = async (app: App) => {
  const settings = await siteSettings(app)
  const address = settings.updates.update_url
  if (!isOn(settings)) return
  const now = app.clock.now()
  const last = (await findSetting(app.db, NAME)) as Answer | undefined
  if (last?.address === address && now - last.asked_at < DAY && now >= last.asked_at) return
  const answer: Answer = { address, asked_at: now, version: '', changelog: '' }
  try {
    Object.assign(answer, read(await app.outbound.fetch(address, LIMITS)))
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    answer.problem = error.problem
  }
  await app.transaction((tx) => saveSetting(tx.db, NAME, answer, now))
}

/** What is known of newer versions; nobody is asked for it now. */
export const newestVersion = async (
  app: App,
  present: string,
  language: string,
): Promise<Dashboard['update'] & { remote_version: string }> => {
  const settings = await siteSettings(app)
  const nothing = { remote_version: '', changelog: '', error: '', asked_at: 0 }
  if (!isOn(settings)) return { state: 'off', ...nothing }
  const last = (await findSetting(app.db, NAME)) as Answer | undefined
  if (last?.address !== settings.updates.update_url) return { state: 'waiting', ...nothing }
  const { version, changelog, problem, asked_at } = last
  const known = { remote_version: version, changelog, error: problem ? tellProblem(language, problem) : '', asked_at }
  if (problem) return { state: 'failed', ...known }
  return { state: isNewer(version, present.replace(/[-+].*$/, '')) ? 'newer' : 'current', ...known }
}
