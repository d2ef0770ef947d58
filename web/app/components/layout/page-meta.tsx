import { useRoot } from '../../root-data.ts'
import { useUnseenCount } from '../../unseen.ts'

interface Props {
  /** Without it the site's name alone. */
  title?: string
  description?: string
  /** The one address of this page, as a path. */
  canonical?: string
  /** Kept out of search engines. */
  hidden?: boolean
  /** For a list: the previous and the next page. */
  pages?: { page: number; pages: number; address: (page: number) => string }
}

/** The page's tags in the head; React moves them there. */
export const PageMeta = ({ title, description, canonical, hidden, pages: list }: Props) => {
  const { site } = useRoot()
  const unseen = useUnseenCount()
  if (!site) return title ? <title>{title}</title> : null
  const { name } = site.general
  return (
    <>
      <title>
        {`${unseen > 0 ? `(${unseen > 99 ? '99+' : unseen}) ` : ''}${title ? `${title} · ${name}` : [name, site.general.short_description].filter(Boolean).join(' · ')}`}
      </title>
      {description && <meta name="description" content={description} />}
      {canonical && <link rel="canonical" href={site.general.site_url.replace(/\/$/, '') + canonical} />}
      {list && list.page > 1 && <link rel="prev" href={list.address(list.page - 1)} />}
      {list && list.page < list.pages && <link rel="next" href={list.address(list.page + 1)} />}
      {hidden && <meta name="robots" content="noindex" />}
    </>
  )
}
