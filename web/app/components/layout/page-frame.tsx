import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.tsx'
import { className } from '../../ui/class-name.ts'
import { CustomPart } from './custom-part.tsx'
import { SideNav } from './side-nav.tsx'

interface Props {
  children: ReactNode
  /** Sections beside the page, below it on small screens. */
  aside?: ReactNode
  /** What the sections are about. */
  asideLabel?: string
  /** `narrow` for one form, `two` for a long form with its aside, `wide` for the whole width; none has the navigation beside it. */
  width?: 'narrow' | 'two' | 'wide'
  /** Another navigation than the site's. */
  nav?: ReactNode
}

/** The grid of a page: navigation, content, aside. */
export function PageFrame({ children, aside, asideLabel, width, nav }: Props) {
  const t = useText('layout')
  return (
    <div className={className('page', width && `page-${width}`, !width && !aside && (nav ? 'page-nav' : 'page-main'))}>
      {!width && (nav ?? <SideNav />)}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {aside && (
        <aside className="aside" aria-label={asideLabel ?? t('aside')}>
          {aside}
          <CustomPart place="sidebar" />
        </aside>
      )}
    </div>
  )
}

export const AsideSection = ({
  title,
  id,
  end,
  stays,
  children,
}: {
  title: ReactNode
  id: string
  end?: ReactNode
  /** In sight while the page scrolls. */
  stays?: boolean
  children: ReactNode
}) => (
  <section className={className('aside-section', stays && 'aside-stays')} aria-labelledby={id}>
    <h2 className="aside-title" id={id}>
      {title}
      {end}
    </h2>
    {children}
  </section>
)
