// A site brings the kit. Where it isn't installed, this stands for it.
import { registerHooks } from 'node:module'

const standIn = `
export const plugin = (parts) => parts
export class TryLater extends Error { constructor(seconds, why) { super(why) } }
export const retryAfter = (response) => Number(response.headers.get('retry-after'))
`

registerHooks({
  resolve(name, context, next) {
    try {
      return next(name, context)
    } catch (error) {
      if (name !== '@askwell/plugin-kit') throw error
      return { url: `data:text/javascript,${encodeURIComponent(standIn)}`, shortCircuit: true }
    }
  },
})
