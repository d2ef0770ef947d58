import { isStaff } from '@askwell/contract/roles.ts'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../events/events.ts'
import { findSetting } from '../../features/operations/settings/queries.ts'
import { recognize, SESSION_COOKIE } from '../auth/request-auth.ts'
import { isCall } from '../api/envelope.ts'

/** The switch is in the database, where the command line and every process find it; what was read there is reused for this long. */
const STANDS_MS = 1000
/** What staff need to log in, what monitoring asks, and the parts of the maintenance page. */
const OPEN =
  /^\/(healthz|readyz|metrics|assets|locales|custom\.css|favicon\.ico|robots\.txt|session\/token|users\/(login|logout))(?=[/?.]|$)|^\/answer\/api\/v1\/(user\/(login\/(email|second-factor|passkey(\/options)?)|logout|info)|siteinfo|language\/(config|options))(?=[?]|$)/

export const createMaintenance = (find: () => App | undefined) => {
  let known = { at: -Infinity, on: false }
  let asking: Promise<boolean> | undefined
  /** If the database can't be asked, the last answer stands. */
  const ask = (app: App) =>
    (asking ??= findSetting(app.db, 'maintenance')
      .then(
        (on) => {
          known = { at: performance.now(), on: on === true }
          return known.on
        },
        () => known.on,
      )
      .finally(() => {
        asking = undefined
      }))

  return {
    isOn: (): boolean | Promise<boolean> => {
      const app = find()
      if (!app) return false
      return performance.now() - known.at < STANDS_MS ? known.on : ask(app)
    },
    /** Whether this request is answered all the same. */
    admits: async (request: FastifyRequest) => {
      const app = find()
      if (!app || OPEN.test(request.url)) return true
      const token =
        request.headers.authorization || (isCall(request.url) ? '' : (request.cookies[SESSION_COOKIE] ?? ''))
      const { actor } = await recognize(app, token)
      return Boolean(actor && isStaff(actor))
    },
  }
}
export type Maintenance = ReturnType<typeof createMaintenance>
