import type { CaptchaAction, CaptchaToSolve } from '@askwell/contract/accounts.ts'
import { CAPTCHA_ACTION_OF } from '@askwell/contract/captcha-actions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { LRUCache } from 'lru-cache'
import type { App } from '../../../events/events.ts'
import { networkOf } from '../../../lib/addresses.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { Invalid } from '../../../lib/errors.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { pictureCaptcha } from '../../../lib/picture-captcha.ts'
import { captchaOf } from '../../../lib/plugin-ports/captcha.ts'
import { hashToken, newToken } from '../../../lib/tokens.ts'
import { CAPTCHA_SECONDS, type RecentActions, isDemanded, RULES } from './policy.ts'
import { deleteExpiredCaptchas, insertCaptcha, takeCaptcha } from './queries.ts'

interface Wanted {
  language: string
  alternative: boolean
  /** Whether the page runs scripts. */
  scripts: boolean
}
interface Challenged {
  picture?: string
  question?: string
  work?: CaptchaToSolve['captcha_work']
  site_key?: string
  secret: string
}

/** What a captcha can do. If the site's own fails, the action is refused. */
export interface CaptchaPort {
  /**
   * A challenge: its picture as a `data:` address, or for those who can't see one a question in their language if the plugin has any,
   * and the secret that its solution is held against, which only the site learns.
   */
  challenge(options: Wanted): Promise<Challenged | undefined>
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

/** What each asker has done lately, by action; in memory, since it is forgotten soon anyway. */
const createRecentActions = (now: () => number) => {
  const lately = new LRUCache<string, RecentActions>({ max: ASKERS })
  const find = (key: string) => {
    const recent = lately.get(key)
    return recent && now() - recent.last <= CAPTCHA_SECONDS ? recent : undefined
  }
  return {
    find,
    /** @returns how to take it back. */
    count: (key: string) => {
      const before = find(key)
      const recent: RecentActions = { count: (before?.count ?? 0) + 1, last: now() }
      lately.set(key, recent)
      return () =>
        void lately.set(key, {
          count: Math.max(0, (find(key)?.count ?? 1) - 1),
          last: before?.last ?? recent.last,
        })
    },
    forget: (key: string) => lately.delete(key),
  }
}

const keyOf = (action: CaptchaAction, { actor, ip }: Asker) =>
  `${action} ${actor && RULES[action].by === 'person' ? actor.id : networkOf(ip)}`

/** Challenges that a plugin makes at once. Robots come in crowds: the rest of them get the site's own pictures. */
const PLUGIN_MAKES = 3

/** Who makes captchas now: a plugin in a process of its own, or else the site's own. */
interface Maker {
  port: CaptchaPort
  /** The plugin's name; empty for the site's own. */
  made_by: string
}
const makerOf = ({ plugins }: App, own: CaptchaPort | undefined): Maker | undefined => {
  const made_by = plugins.having('captcha')[0]
  if (made_by !== undefined) return { made_by, port: captchaOf(plugins, made_by) }
  return own && { made_by: '', port: own }
}

/** The page in which a service's script shows what it asks. */
const captchaFrame = ({ plugins }: App, slug_name: string, site_key: string, language: string) => ({
  address: `/captcha-frame/${slug_name}?${new URLSearchParams({ key: site_key, language })}`,
  height: plugins.manifestOf(slug_name).widget?.height ?? 1,
})

type Report = (error: unknown, where: string) => void

interface Made {
  made_by: string
  secret: string
}

/** What a plugin made, only that plugin can judge; if it fails, it isn't solved, and the person gets another. */
const isSolved = ({ plugins }: App, own: CaptchaPort, { made_by, secret }: Made, typed: string, report: Report) =>
  made_by
    ? captchaOf(plugins, made_by)
        .solves(secret, typed)
        .catch((error: unknown) => {
          report(error, `captcha ${made_by}`)
          return false
        })
    : own.solves(secret, typed)

const solves = async (own: () => CaptchaPort, app: App, key: string, shown: Shown, report: Report) => {
  const { captcha_id = '', captcha_code = '' } = shown
  if (!captcha_id) return false
  const taken = await app.transaction((tx) => takeCaptcha(tx.db, hashToken(captcha_id), tx.now()))
  return (
    taken !== undefined &&
    `${taken.action} ${taken.asker}` === key &&
    outsideSlot(() => isSolved(app, own(), taken, captcha_code, report))
  )
}

interface Making {
  /** Challenges under way, by the plugin that makes them. */
  underWay: Map<string, number>
  report: Report
}

/** A plugin that fails or is busy locks nobody out: the site draws a picture in its place. */
const challengeBy = async (
  { port, made_by }: Maker,
  { underWay, report }: Making,
  asked: Wanted,
): Promise<Challenged & { made_by: string }> => {
  if (!made_by) return { made_by, ...(await port.challenge(asked))! }
  const drawn = async () => ({ made_by: '', ...(await pictureCaptcha.challenge(asked)) })
  const others = underWay.get(made_by) ?? 0
  if (others >= PLUGIN_MAKES) return drawn()
  underWay.set(made_by, others + 1)
  try {
    const challenge = await port.challenge(asked)
    return challenge ? { made_by, ...challenge } : await drawn()
  } catch (error) {
    report(error, `captcha ${made_by}`)
    return await drawn()
  } finally {
    underWay.set(made_by, underWay.get(made_by)! - 1)
  }
}

/** Asks for a captcha, and stores its secret. */
const newCaptcha = async (
  app: App,
  maker: Maker,
  making: Making,
  { action, key, ...wanted }: Wanted & { action: CaptchaAction; key: string },
) => {
  const {
    picture = '',
    question = '',
    work,
    site_key,
    secret,
    made_by,
  } = await outsideSlot(() => challengeBy(maker, making, wanted))
  const captcha_id = newToken()
  await app.transaction(async (tx) => {
    await deleteExpiredCaptchas(tx.db, tx.now())
    await insertCaptcha(tx.db, {
      id_hash: hashToken(captcha_id),
      action,
      asker: key.slice(action.length + 1),
      secret,
      made_by,
      expires_at: tx.now() + CAPTCHA_SECONDS,
    })
  })
  return {
    captcha_id,
    captcha_img: picture,
    captcha_question: question,
    ...(work && { captcha_work: work }),
    ...(site_key && { captcha_frame: captchaFrame(app, made_by, site_key, wanted.language) }),
    verify: true,
  }
}

/** Counts actions and, if a captcha plugin is on, asks people who do many of them for a captcha first. */
export const createCaptchas = (now: () => number, report: Report) => {
  const recent = createRecentActions(now)
  const making: Making = { underWay: new Map(), report }
  let own: CaptchaPort | undefined
  let isMissed = false
  /** The site's own, if it is on, or in the place of one that is missed. */
  const makerNow = (app: App) => makerOf(app, own ?? (isMissed ? pictureCaptcha : undefined))

  const isNeeded = (action: CaptchaAction, asker: Asker, key: string) =>
    !isStaff(asker.actor) && isDemanded(action, recent.find(key), now())

  return {
    /** The site's own, if it is switched on. */
    use: (plugin: CaptchaPort | undefined) => {
      own = plugin
    },
    /** Whether there should be captchas of a plugin: where it can't run, the site draws pictures. */
    expect: (wanted: boolean) => {
      isMissed = wanted
    },

    /** Whether this person needs a captcha for the next action, and one to solve. */
    challenge: async (
      app: App,
      { action, alternative, scripts }: { action: CaptchaAction; alternative: boolean; scripts: boolean },
      asker: Asker & { language: string },
    ) => {
      const key = keyOf(action, asker)
      const maker = makerNow(app)
      if (!maker || !isNeeded(action, asker, key)) return NOTHING
      return newCaptcha(app, maker, making, { action, alternative, scripts, key, language: asker.language })
    },

    /** Runs a call, after a captcha if one is needed. */
    guarding: async <T>(
      app: App,
      call: { method: string; path: string },
      asker: Asker,
      shown: Shown,
      work: () => Promise<T>,
    ): Promise<T> => {
      const action = makerNow(app) && CAPTCHA_ACTION_OF[`${call.method} ${call.path}`]
      if (!action) return work()
      const { counts, forgets } = RULES[action]
      const key = keyOf(action, asker)
      const needed = isNeeded(action, asker, key)
      // Counted before it is done, so that a hundred at once aren't all the first; taken back below if nothing was done.
      const takeBack = counts === 'nothing' ? () => {} : recent.count(key)
      if (needed && !(await solves(() => own ?? pictureCaptcha, app, key, shown, report))) {
        takeBack()
        throw wrong()
      }
      try {
        const done = await work()
        if (forgets) recent.forget(key)
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
