import { useEffect, type AnchorHTMLAttributes } from 'react'
import { useNavigate } from 'react-router'

/**
 * A link to a page of this site, for what repeats in lists. A router's Link takes ten times as long to draw,
 * and a long thread holds some two hundred; so these are plain anchors, and one listener follows them.
 */
export const PageLink = ({ to, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) => <a {...rest} href={to} data-page="">{children}</a>

/** Links in what members wrote are followed as well. Files and other sites are left to the browser. */
const ours = 'a[data-page], .prose a, .comment-body a'
const files = /^\/(answer|uploads|assets)\//

const pageOf = (event: MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(ours) : null
  if (!link || (link.target && link.target !== '_self') || link.hasAttribute('download')) return null
  const url = new URL(link.href)
  const samePage = url.pathname === location.pathname && url.search === location.search
  return url.origin !== location.origin || files.test(url.pathname) || (samePage && url.hash) ? null : url
}

/** Stands once in the document and goes where plain links lead, without loading it anew. */
export function useFollowLinks() {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const url = pageOf(event)
      if (!url) return
      event.preventDefault()
      void navigate(url.pathname + url.search + url.hash)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
