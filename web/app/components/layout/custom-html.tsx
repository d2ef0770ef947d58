import { use, useEffect, useState } from 'react'
import { SiteHtml } from '../../ui/raw-html.tsx'
import { CustomContext, type Html, type Place } from './custom-part.tsx'

// Fetched where a site has HTML of its own.

let known: { version: string; html: Partial<Html> } = { version: '', html: {} }
let fetching: { version: string; html: Promise<Html> } | undefined

const ofVersion = (version: string) => {
  if (known.version !== version) known = { version, html: {} }
  return known.html
}

/** What the server has rendered into this page. */
const inPage = (version: string, place: Place) => {
  const found = document.querySelector(`[data-custom="${place}"][data-version="${version}"]`)
  return found ? (ofVersion(version)[place] = found.innerHTML) : ofVersion(version)[place]
}

const fetched = async (version: string) => {
  if (fetching?.version !== version)
    fetching = {
      version,
      html: fetch(`/custom.json?v=${version}`).then((response) => response.json() as Promise<Html>),
    }
  return Object.assign(ofVersion(version), await fetching.html)
}

export function CustomHtml({ place, version }: { place: Place; version: string }) {
  const rendered = use(CustomContext)
  const [html, setHtml] = useState(
    () => rendered?.[place] ?? (typeof window === 'undefined' ? '' : inPage(version, place)),
  )
  useEffect(() => {
    if (html === undefined)
      fetched(version).then(
        (all) => setHtml(all[place]),
        () => {},
      )
  }, [html, version, place])
  return <SiteHtml className={`custom-${place}`} data-custom={place} data-version={version} html={html ?? ''} />
}
