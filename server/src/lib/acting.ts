import { AsyncLocalStorage } from 'node:async_hooks'
import { Forbidden } from './errors.ts'

/** By what somebody acts: a browser's or client's session, a program's token, or the command line. */
export interface Acting {
  actor_id: number
  session_id: number
  via: 'session' | 'token' | 'command'
}

const current = new AsyncLocalStorage<Acting>()

export const actingAs = <T>(acting: Acting, work: () => T) => current.run(acting, work)
/** Undefined where the site acts by itself. */
export const currentActing = () => current.getStore()
/** Who has begun long work, and in which session: what it does later is recorded as theirs. */
export interface By {
  actor_id: number
  session_id: number
}
export const actingNow = (actor_id: number): By => ({ actor_id, session_id: current.getStore()?.session_id ?? 0 })

export const actingForNobody = <T>(work: () => T) => current.exit(work)

/** For what makes staff of somebody by a call that programs may make otherwise (`sessionOnly` is for whole calls). */
export const refusePrograms = () => {
  if (current.getStore()?.via === 'token')
    throw new Forbidden('error.token.not_for_programs', { data: { type: 'session_only' } })
}
