import type { CaptchaAction } from '@askwell/contract/accounts.ts'
import { CAPTCHA_ACTION_OF } from '@askwell/contract/captcha-actions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { LRUCache } from 'lru-cache'
import type { App } from '../../../events/events.ts'
import { networkOf } from '../../../lib/addresses.ts'
import type { Viewer } from '../../../lib/member.ts'
import { Invalid } from '../../../lib/errors.ts'
import { aside } from '../../../lib/slot.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { CAPTCHA_SECONDS, type RecentActions, isDemanded, RULES } from './policy.ts'
import { deleteExpiredCaptchas, insertCaptcha, takeCaptcha } from './queries.ts'

/** What a captcha plugin can do. If it fails, the action is refused. */
export interface CaptchaPort {
  /**
   * A challenge: its picture as a `data:` address, or for those who can't see one a question in their language if the plugin has any,
   * and the secret that its solution is held against, which only the site learns.
   */
  challenge(wish: {
    language: string
    alternative: boolean
  }): Promise<{ picture: string; question?: string; secret: string }>
  solves(secret: string, typed: string): Promise<boolean>
}

interface Asker {
  actor: Viewer
  ip: string
}
/** The answer to a captcha, as sent with the call. */
interface Shown {
  captcha_id?: string
  captcha_code?: string
}

const ASKERS = 50_000
const NOTHING = { captcha_id: '', captcha_img: '', captcha_question: '', verify: false }
const wrong = () =>
  new Invalid(
    [{ field: 'captcha_code', reason: 'error.object.captcha_verification_failed' }],
    'error.object.captcha_verification_failed',
  )

/** Counts actions and, if a captcha plugin is on, asks people who do many of them for a captcha first. */
export const createCaptchas = (now: () => number) => {
  const lately = new LRUCache<string, RecentActions>({ max: ASKERS })
  let port: CaptchaPort | undefined

  const keyOf = (action: CaptchaAction, { actor, ip }: Asker) =>
    `${action} ${actor && RULES[action].by === 'person' ? actor.id : networkOf(ip)}`
  const deedsOf = (key: string) => {
    const deeds = lately.get(key)
    return deeds && now() - deeds.last <= CAPTCHA_SECONDS ? deeds : undefined
  }
  const demanded = (action: CaptchaAction, asker: Asker, key: string) =>
    port !== undefined && !isStaff(asker.actor) && isDemanded(action, deedsOf(key), now())

  const solved = async (app: App, key: string, { captcha_id = '', captcha_code = '' }: Shown) => {
    if (!captcha_id) return false
    const taken = await app.transaction((tx) => takeCaptcha(tx.db, hashToken(captcha_id), tx.now()))
    const current = port
    return (
      taken !== undefined &&
      `${taken.action} ${taken.asker}` === key &&
      current !== undefined &&
      aside(() => current.solves(taken.secret, captcha_code))
    )
  }

  return {
    /** A plugin that is switched on; undefined for none. */
    use: (plugin: CaptchaPort | undefined) => {
      port = plugin
    },

    /** Whether this person needs a captcha for the next action, and one to solve. */
    async challenge(
      app: App,
      { action, alternative }: { action: CaptchaAction; alternative: boolean },
      asker: Asker & { language: string },
    ) {
      const key = keyOf(action, asker)
      const current = port
      if (!current || !demanded(action, asker, key)) return NOTHING
      const wish = { language: asker.language, alternative }
      const { picture, question = '', secret } = await aside(() => current.challenge(wish))
      const captcha_id = newToken()
      await app.transaction(async (tx) => {
        await deleteExpiredCaptchas(tx.db, tx.now())
        await insertCaptcha(tx.db, {
          id_hash: hashToken(captcha_id),
          action,
          asker: key.slice(action.length + 1),
          secret,
          expires_at: tx.now() + CAPTCHA_SECONDS,
        })
      })
      return { captcha_id, captcha_img: picture, captcha_question: question, verify: true }
    },

    /** Runs a call, after a captcha if one is needed. */
    async guarding<T>(
      app: App,
      call: { method: string; path: string },
      asker: Asker,
      shown: Shown,
      work: () => Promise<T>,
    ): Promise<T> {
      const action = port && CAPTCHA_ACTION_OF[`${call.method} ${call.path}`]
      if (!action) return work()
      const { counts, forgets } = RULES[action]
      const key = keyOf(action, asker)
      const before = deedsOf(key)
      const isNeeded = demanded(action, asker, key)
      // Counted before it is done, so that a hundred at once aren't all the first; taken back below if nothing was done.
      const recent: RecentActions = { count: (before?.count ?? 0) + 1, last: now() }
      if (counts !== 'nothing') lately.set(key, recent)
      const takeBack = () => {
        if (counts !== 'nothing')
          lately.set(key, { count: Math.max(0, (deedsOf(key)?.count ?? 1) - 1), last: before?.last ?? recent.last })
      }
      if (isNeeded && !(await solved(app, key, shown))) {
        takeBack()
        throw wrong()
      }
      try {
        const done = await work()
        if (forgets) lately.delete(key)
        else if (counts === 'failure') takeBack()
        return done
      } catch (error) {
        if (counts === 'success') takeBack()
        throw error
      }
    },
  }
}
export type Captchas = ReturnType<typeof createCaptchas>
