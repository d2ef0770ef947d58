import { AsyncLocalStorage } from 'node:async_hooks'
import { actingForNobody } from './acting.ts'

/** The request being answered: `id` is shown to the caller, `what` is the method and the pattern of the address, `network` where it comes from. */
export interface CurrentRequest {
  id: string
  what: string
  network: string
}

const current = new AsyncLocalStorage<CurrentRequest>()

/** A job of the queue: its number there, and which effect it is. */
export interface CurrentJob {
  id: number
  what: string
}
const job = new AsyncLocalStorage<CurrentJob>()

export const currentJob = () => job.getStore()
export const inJob = <T>(running: CurrentJob, work: () => Promise<T>) => job.run(running, work)
/** A request may cause jobs, but they aren't part of it: their failures are no failures of the request. */
export const outsideRequest = <T>(work: () => T) => current.exit(() => call.exit(() => actingForNobody(work)))

const call = new AsyncLocalStorage<string>()
/** A page makes several calls for one request. */
export const inCall = <T>(what: string, work: () => T) => call.run(what, work)
/** The job, the call or the request for which this runs, as a pattern without ids and values; undefined in work of the process itself. */
export const currentSource = () => job.getStore()?.what ?? call.getStore() ?? current.getStore()?.what

/** The request for which this runs; undefined in timed work. */
export const currentRequest = () => current.getStore()
export const inRequest = (request: CurrentRequest, work: () => void) => current.run(request, work)
