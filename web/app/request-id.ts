import { createContext, use } from 'react'

/** What the request that drew this page is called in the site's log. Only the server knows; in the browser what stands on the page stays. */
const RequestIdContext = createContext('')
export const RequestIdProvider = RequestIdContext.Provider
export const useRequestId = () => use(RequestIdContext)
