import { questionPage } from '@askwell/contract/questions.ts'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import type { RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import './preview-frame.css'

export interface PreviewPage {
  name: 'home' | 'question' | 'form'
  address: string
}

/** Pages that show most of what a look changes; without a question there is none to show. */
export const previewPages = async ({ call }: Pick<RouteContext, 'call'>): Promise<PreviewPage[]> => {
  const { list } = await call(questionPage, { query: { page_size: 1 } })
  return [
    { name: 'home', address: paths.home() },
    ...list.map((question) => ({ name: 'question' as const, address: paths.question(question) })),
    { name: 'form', address: paths.ask() },
  ]
}

const FRAME = 'preview'
/** As wide as a desk’s window, shown smaller; where there is little room, as a phone’s. */
const [DESK, PHONE, LITTLE_ROOM] = [1280, 390, 560]

interface Props {
  pages: PreviewPage[]
  /** What a preview's address carries. */
  query: string
  /** Changes a page that is shown already, and each other one once it has come. */
  apply?: (page: Document) => void
}

/** A page of the site in a frame. The links over it lead to others, with and without scripts. */
export function PreviewFrame({ pages, query, apply }: Props) {
  const t = useText('admin')
  const frame = useRef<HTMLIFrameElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<PreviewPage['name']>('home')
  const show = () => {
    const page = frame.current?.contentDocument
    // A frame that is still empty has a document, too.
    if (page?.body && page.URL !== 'about:blank') apply?.(page)
  }
  useEffect(show)
  useEffect(() => {
    const fit = new ResizeObserver(([entry]) => {
      const { width } = entry!.contentRect
      const shownAs = width < LITTLE_ROOM ? PHONE : DESK
      box.current?.style.setProperty('--preview-width', `${shownAs}px`)
      box.current?.style.setProperty('--preview-scale', String(width / shownAs))
    })
    fit.observe(box.current!)
    return () => fit.disconnect()
  }, [])
  const addressOf = ({ address }: PreviewPage) => `${address}?${query}`
  return (
    <section className="preview" aria-label={t('preview')}>
      <ul className="preview-pages">
        {pages.map((page) => (
          <li key={page.name}>
            <a
              className="button button-small"
              href={addressOf(page)}
              target={FRAME}
              aria-current={shown === page.name ? 'true' : undefined}
              onClick={() => setShown(page.name)}
            >
              {t(`preview_${page.name}`)}
            </a>
          </li>
        ))}
      </ul>
      <div className="preview-box" ref={box}>
        {/* A page of the site itself, with its scripts: a sandbox that allows both keeps nothing in. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe ref={frame} name={FRAME} title={t('preview')} src={addressOf(pages[0]!)} onLoad={show} />
      </div>
    </section>
  )
}
