import { useEffect, type AnchorHTMLAttributes } from 'react'
import { useNavigate } from 'react-router'

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
  /** Stay where one has scrolled to. */
  keepScroll?: boolean
  /** As a new document: what is there isn't rendered by these pages, or in other colours. */
  reload?: boolean
}

/**
 * A link to a page of this site. A router's Link takes ten times as long to render, and a long thread holds some two hundred;
 * so these are plain anchors, and one listener follows them.
 */
export const Link = ({ to, keepScroll, reload, children, ...rest }: LinkProps) => (
  <a {...rest} href={to} data-page={reload ? undefined : keepScroll ? 'keep-scroll' : ''}>
    {children}
  </a>
)

/** Links in what members wrote are followed as well, and those to places on the page. Files and other sites are left to the browser. */
const ours = 'a[data-page], a[href^="#"], .prose a, .comment-body a'
const files = /^\/(answer|uploads|assets)\//

const anchorOf = (event: MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link?.href && (!link.target || link.target === '_self') && !link.hasAttribute('download') ? link : null
}

const linkOf = (link: HTMLAnchorElement) => {
  const url = new URL(link.href)
  return !link.matches(ours) || url.origin !== location.origin || files.test(url.pathname)
    ? null
    : { url, keepScroll: link.dataset.page === 'keep-scroll' }
}

const nameIn = (hash: string) => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** As with the browser's own, the keyboard goes on from there. */
const turnTo = (hash: string) => {
  const place = document.getElementById(nameIn(hash))
  if (!place) return
  place.focus({ preventScroll: true })
  if (document.activeElement === place) return
  place.tabIndex = -1
  place.focus({ preventScroll: true })
}

interface Ways {
  /** Whether a link is left to the browser. */
  isOff: (link: { pathname: string }) => boolean
  /** Whether the browser believes that it would get nowhere with them. */
  isOffline: () => boolean
  /** What leaves the page then. */
  later: (go: () => void) => void
}

/** Once in the document; it follows plain links without loading the document again. */
export function useFollowLinks({ isOff, isOffline, later }: Ways) {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const anchor = anchorOf(event)
      if (!anchor) return
      const link = isOff(anchor) ? null : linkOf(anchor)
      if (!link) {
        if (!isOffline() || !/^https?:/.test(anchor.protocol)) return
        event.preventDefault()
        return later(() => location.assign(anchor.href))
      }
      const { url, keepScroll } = link
      event.preventDefault()
      const onThisPage = url.hash && url.pathname === location.pathname && url.search === location.search
      // By the router too: it must know every place in the history, or it can't ask before one leaves a text unsaved.
      void navigate(url.pathname + url.search + url.hash, {
        preventScrollReset: keepScroll,
        replace: url.href === location.href,
      })
      if (onThisPage) turnTo(url.hash)
    }
    /** The form is being sent after all, whatever the browser still believes. */
    let isReached = false
    /** Forms that are sent by the browser, and not by the page. */
    const send = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      if (event.defaultPrevented || isReached || !isOffline()) return
      event.preventDefault()
      later(() => {
        isReached = true
        form.requestSubmit(event.submitter)
        isReached = false
      })
    }
    document.addEventListener('click', follow)
    document.addEventListener('submit', send)
    return () => {
      document.removeEventListener('click', follow)
      document.removeEventListener('submit', send)
    }
  }, [navigate, isOff, isOffline, later])
}
