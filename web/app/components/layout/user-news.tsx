import { currentUser } from '@askwell/contract/accounts.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { USER_REFRESH_THROTTLE } from '@askwell/contract/limits.ts'
import { CallFailed, type LoggedUser } from '@askwell/web/context.ts'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { lazyPart } from '../../chunks.ts'
import { logInDialog } from '../../log-in-again.ts'
import { readRootAnew } from '../../root-data.ts'
import { browser, call, onSessionEnd, storedToken, suspendedPath } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { holdsText } from '../../typed-text.ts'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

const LogInDialog = lazyPart(
  () => import('../user/log-in-dialog.tsx'),
  (part) => part.LogInDialog,
)

type News = { kind: 'suspended'; address: string } | { kind: 'logged_out' | 'other' }

const memberIn = (found: NonNullable<ReplyOf<typeof currentUser>>): LoggedUser => {
  const { id, username, display_name, rank, role_id, mail_status, status, editor_face, avatar } = found
  const shown = avatar.custom || avatar.gravatar
  return { id, username, display_name, rank, role_id, mail_status, status, editor_face, avatar: shown }
}
/** Reputation changes all the time, and is no reason to render a page again. */
const SHOWN = ['id', 'username', 'display_name', 'role_id', 'mail_status', 'status', 'avatar'] as const
const isSame = (user: LoggedUser, found: LoggedUser) => SHOWN.every((field) => user[field] === found[field])

/** The present state of the member; undefined if it can't be found out, which is no reason to log anybody out, or if `onSessionEnd` says it. */
const findOut = async (): Promise<ReplyOf<typeof currentUser> | News | undefined> => {
  try {
    return (await call(currentUser)) ?? { kind: 'logged_out' }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const { type, about } = (error.data ?? {}) as { type?: string; about?: string }
    return error.status === 403 && type === 'suspended'
      ? { kind: 'suspended', address: suspendedPath(about) }
      : undefined
  }
}

const PLACES = 'main, dialog'

/** A page that was just loaded knows. */
let asked = Date.now()

/**
 * Reads now and then who the member is by now: while the page is looked at, when one comes back to it, and when one goes on.
 * Another role shows at once. Who was suspended or logged out meanwhile is led away, but never from a text: there it is only said.
 */
export function UserNews({ user }: { user: LoggedUser }) {
  const t = useText('layout')
  const { key } = useLocation()
  const { revalidate } = useRevalidator()
  const [news, setNews] = useState<News>()
  const latest = useRef({ look: async () => {}, show: (_found: Awaited<ReturnType<typeof findOut>>) => {} })
  /** Since one came to this page. */
  const typed = useRef(false)
  /** Hears what came of the dialog, while it is open. */
  const [answer, setAnswer] = useState<(isIn: boolean) => void>()
  const done = useCallback(
    (isIn: boolean) => {
      if (isIn) setNews(undefined)
      answer?.(isIn)
      setAnswer(undefined)
    },
    [answer],
  )
  useEffect(() => {
    let asked: Promise<boolean> | undefined
    const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
    // All that was sent waits for one answer.
    logInDialog.ask = () => (asked ??= ask().finally(() => (asked = undefined)))
    return () => {
      logInDialog.ask = undefined
    }
  }, [])
  useEffect(() => {
    const show = (found: Awaited<ReturnType<typeof findOut>>) => {
      if (!found) return
      if (!('kind' in found)) {
        // Somebody else has logged in in another tab: what is written here isn't theirs.
        if (found.id !== user.id && typed.current && holdsText()) return setNews({ kind: 'other' })
        setNews(undefined)
        if (isSame(user, memberIn(found))) return
        browser.user = memberIn(found)
      } else if (typed.current && holdsText()) return setNews(found)
      else if (found.kind === 'suspended') return location.assign(found.address)
      else browser.user = null
      readRootAnew()
      void revalidate()
    }
    const look = async () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return
      if (!storedToken() || Date.now() - asked < USER_REFRESH_THROTTLE) return
      asked = Date.now()
      show(await findOut())
    }
    latest.current = { look, show }
  })
  useEffect(() => {
    const look = () => void latest.current.look()
    const noteTyping = ({ target }: Event) => {
      if (target instanceof Element && target.closest(PLACES)) typed.current = true
    }
    const stop = onSessionEnd(() => latest.current.show({ kind: 'logged_out' })) // whichever call heard it
    const timer = setInterval(look, USER_REFRESH_THROTTLE)
    document.addEventListener('input', noteTyping, true)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('input', noteTyping, true)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [])
  useEffect(() => {
    typed.current = false
    void latest.current.look()
  }, [key])
  return (
    <div className="user-news">
      {news && (
        <Notice kind="danger" role="alert" title={t(`news_${news.kind}`)}>
          <p>
            {t('news_kept')}{' '}
            {news.kind === 'suspended' ? (
              <a href={news.address} target="_blank" rel="noreferrer">
                {t('news_suspended_more')}
              </a>
            ) : (
              <TextButton onClick={() => void logInDialog.ask?.()}>{t('news_logged_out_more')}</TextButton>
            )}
          </p>
        </Notice>
      )}
      {answer && (
        <Suspense>
          <LogInDialog user={user} onDone={done} />
        </Suspense>
      )}
    </div>
  )
}
