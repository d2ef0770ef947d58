import { type Files, isTest, modules } from '../source.ts'

const APP = 'web/app/'

interface Place {
  room: 'ui' | 'shared' | 'guards' | 'routes' | 'top'
  area?: string
}

const placeOf = (path: string): Place => {
  const [first, second, third] = path.slice(APP.length).split('/')
  if (first === 'routes' && third !== undefined) return { room: 'routes', area: second! }
  if (first === 'routes' || first === 'ui' || first === 'shared' || first === 'guards')
    return second === undefined ? { room: 'top' } : { room: first }
  return { room: 'top' }
}

/** The kit may be drawn in any site: it may take words and types from the top, but nothing that knows questions or sessions. */
const KNOWS_THE_SITE = /^web\/app\/(session|forms|drafts|paths|slots|root|routes)\.tsx?$/

/** Imports inside the pages that run against ui ← shared ← routes, or from one area into another. */
export const wrongWebDirections = (files: Files) =>
  modules(files, (path) => path.startsWith(APP) && !isTest(path)).flatMap(({ path, imports }) =>
    imports.flatMap(({ target, line }) => {
      if (!target.startsWith(APP) || target.includes('/+types/')) return []
      const from = placeOf(path)
      const to = placeOf(target)
      const complain = (why: string) => [`${path}:${line} imports ${target}: ${why}`]
      if (from.room === 'ui') {
        if (to.room !== 'ui' && to.room !== 'top') return complain(`the kit doesn't know ${to.room}`)
        return KNOWS_THE_SITE.test(target) ? complain('the kit knows nothing of the site') : []
      }
      if (to.room === 'routes' && from.room !== 'routes' && from.room !== 'top')
        return complain(`${from.room} doesn't know routes`)
      if (to.room === 'guards' && from.room !== 'guards' && from.room !== 'top')
        return complain('guards are named in routes.ts, nowhere else')
      if (from.room === 'routes' && to.room === 'routes' && from.area !== to.area)
        return complain('what two areas need belongs in shared')
      return []
    }),
  )
