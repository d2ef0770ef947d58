import { type Files, isTest, modules } from '../source.ts'

const APP = 'web/app/'

interface Place {
  layer: 'ui' | 'components' | 'guards' | 'routes' | 'top'
  area?: string
}

const placeOf = (path: string): Place => {
  const [first, second, third] = path.slice(APP.length).split('/')
  if (first === 'routes' && third !== undefined) return { layer: 'routes', area: second! }
  if (first === 'routes' || first === 'ui' || first === 'components' || first === 'guards')
    return second === undefined ? { layer: 'top' } : { layer: first }
  return { layer: 'top' }
}

/** The kit could be part of any site: it may take messages and types from the top, but nothing that knows questions or sessions. */
const KNOWS_THE_SITE = /^web\/app\/(session|forms|drafts|paths|slots|root|routes)\.tsx?$/

/** Imports inside the pages that run against ui ← components ← routes, or from one area into another. */
export const wrongWebDirections = (files: Files) =>
  modules(files, (path) => path.startsWith(APP) && !isTest(path)).flatMap(({ path, imports }) =>
    imports.flatMap(({ target, line }) => {
      if (!target.startsWith(APP) || target.includes('/+types/')) return []
      const from = placeOf(path)
      const to = placeOf(target)
      const complain = (why: string) => [`${path}:${line} imports ${target}: ${why}`]
      if (from.layer === 'ui') {
        if (to.layer !== 'ui' && to.layer !== 'top') return complain(`the kit doesn't know ${to.layer}`)
        return KNOWS_THE_SITE.test(target) ? complain('the kit knows nothing of the site') : []
      }
      if (to.layer === 'routes' && from.layer !== 'routes' && from.layer !== 'top')
        return complain(`${from.layer} doesn't know routes`)
      if (to.layer === 'guards' && from.layer !== 'guards' && from.layer !== 'top')
        return complain('guards are named in routes.ts, nowhere else')
      if (from.layer === 'routes' && to.layer === 'routes' && from.area !== to.area)
        return complain('what two areas need belongs in components')
      return []
    }),
  )
