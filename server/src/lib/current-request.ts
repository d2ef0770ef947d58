import { AsyncLocalStorage } from 'node:async_hooks'

/** What is being answered: `id` is shown to whoever asked, `what` is the method and the pattern of the address. */
export interface CurrentRequest {
  id: string
  what: string
}

const current = new AsyncLocalStorage<CurrentRequest>()

/** The request on whose behalf this runs; nothing in timed work. */
export const currentRequest = () => current.getStore()
export const inRequest = (request: CurrentRequest, work: () => void) => current.run(request, work)
