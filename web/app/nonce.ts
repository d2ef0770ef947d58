import { createContext, use } from 'react'

/** For inline scripts on the server. The browser hides nonces from scripts, so there it stays undefined and React ignores the difference. */
const NonceContext = createContext<string | undefined>(undefined)
export const NonceProvider = NonceContext.Provider
export const useNonce = () => use(NonceContext)
