import type { CustomPages } from '@askwell/web/context.ts'
import { createContext, Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../chunks.ts'
import { useRoot } from '../../root-data.ts'
import './custom-part.css'

export type Place = 'header' | 'footer' | 'sidebar'
export type Html = NonNullable<CustomPages['html']>

/** On the server. In the browser it stands in the page already, or is fetched once a page needs it. */
export const CustomContext = createContext<CustomPages['html']>(undefined)

/** The administration has none of it, so that an admin can undo whatever it does. */
export const isWithoutCustom = (pathname: string) => /^\/(admin|install|maintenance)(\/|$)/.test(pathname)

const CustomHtml = lazyPart(
  () => import('./custom-html.tsx'),
  (part) => part.CustomHtml,
)

/** What the admin has written for this place of every page. */
export function CustomPart({ place }: { place: Place }) {
  const { version, parts } = useRoot().custom
  const { pathname } = useLocation()
  return parts.includes(place) && !isWithoutCustom(pathname) ? (
    <Suspense>
      <CustomHtml key={version} place={place} version={version} />
    </Suspense>
  ) : null
}
