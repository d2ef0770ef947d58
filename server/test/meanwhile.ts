import type { App } from '../src/events/events.ts'

/** The site for long work, while somebody does something before each of its transactions. @param act returns what has to hold after that transaction, too. */
export const meanwhile = (app: App, act: () => Promise<() => Promise<void>>): App => ({
  ...app,
  transaction: async (work) => {
    const holds = await act()
    const done = await app.transaction(work)
    await holds()
    return done
  },
})
