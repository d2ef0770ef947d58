import { REPEAT_SECONDS } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { logInDialog } from './log-in-again.ts'
import { isOffline, isReached, onceReached } from './network.ts'
import { browser, isUnreachable, tokenHolder } from './session.ts'
import { holdsText } from './typed-text.ts'

// What somebody sends in the browser goes out, even if that takes a while: once there is a connection, and once they have logged in again.

/** As long as the server knows again what it was sent before. */
const KNOWN_MS = (REPEAT_SECONDS - 60) * 1000

/** Waits for the connection. What may have arrived all the same is sent again only if it `repeats`: if the server takes the second for the first. */
const onceConnected = <T>(attempt: () => Promise<T>, repeats: boolean): Promise<T> => {
  let failure: unknown
  let arrivedAt: number | undefined
  const mayGoAgain = () => arrivedAt === undefined || (repeats && Date.now() - arrivedAt < KNOWN_MS)
  const send = async () => {
    if (failure !== undefined && !(await isReached('/healthz'))) throw failure
    if (!isOffline()) arrivedAt ??= Date.now()
    try {
      return await attempt()
    } catch (error) {
      failure = error
      throw error
    }
  }
  return onceReached(send, (error) => isUnreachable(error) && mayGoAgain(), { sent: true })
}

/** Who typed something while their session ended logs in again in a dialog. Others are led to the page for it. */
const onceLoggedIn = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const { user } = browser
  try {
    return await attempt()
  } catch (error) {
    const isOver = error instanceof CallFailed && error.status === 401 && user !== null
    if (!isOver || !holdsText() || !(await logInDialog.ask?.())) throw error
    return attempt()
  }
}

/** Nothing goes out in the name of somebody else who has logged in in another tab meanwhile: it counts as an ended session. */
const asOneself = <T>(send: () => Promise<T>) => {
  const { user } = browser
  return async () => {
    const holder = tokenHolder()
    if (user && holder && holder !== user.id) throw new CallFailed(401, 'base.unauthorized_error', '', null)
    return send()
  }
}

export const goingOut = <T>(send: () => Promise<T>, repeats: boolean) => {
  const own = asOneself(send)
  return onceLoggedIn(() => onceConnected(own, repeats))
}
