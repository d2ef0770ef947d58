import { type MouseEvent, type ReactNode, use, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hasOutsideImages, type OutsideImages, OutsideImagesContext } from '../../ui/outside-images.ts'
import { focusHeading } from './focus-after.tsx'
import { useHere } from './places.ts'

/** If the site wants it, images of other hosts wait until the reader has agreed: for this page, or on this device. */
export function OutsideImagesGate({ children }: { children: ReactNode }) {
  const { site, outside_images } = useRoot()
  const { pathname } = useLocation()
  const [shownOn, setShownOn] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const ownHost = URL.parse(site?.general.site_url ?? '')?.host ?? ''
  const heldBack =
    site?.site_legal.external_content_display === 'ask_before_display' &&
    outside_images === 'ask' &&
    !everywhere &&
    shownOn !== pathname
  const value = useMemo(
    (): OutsideImages => ({
      heldBack,
      ownHost,
      show: (where) => (where === 'everywhere' ? setEverywhere(true) : setShownOn(pathname)),
    }),
    [heldBack, ownHost, pathname],
  )
  return <OutsideImagesContext value={value}>{children}</OutsideImagesContext>
}

/** Says that images are held back, if there are any in these texts. */
export function OutsideImagesNotice({ texts }: { texts: string[] }) {
  const { heldBack, ownHost } = use(OutsideImagesContext)
  return heldBack && texts.some((html) => hasOutsideImages(html, ownHost)) ? (
    <HeldBackNotice className="question-notice" onShown={focusHeading} />
  ) : null
}

interface NoticeProps {
  className: string
  /** Agreeing doesn’t lead away, since somebody is writing here. */
  stays?: boolean
  /** Gives the focus a place: the notice takes away the link that had it. */
  onShown: () => void
}

export function HeldBackNotice({ className, stays = false, onShown }: NoticeProps) {
  const t = useText('outside_images')
  const here = useHere()
  const { show } = use(OutsideImagesContext)
  const [asking, setAsking] = useState(false)
  const always = paths.prefer({ images: 'always' }, here)
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  const showImages: OutsideImages['show'] = (where) => {
    flushSync(() => {
      setAsking(false)
      show(where)
    })
    onShown()
  }
  const agree = (event: MouseEvent) => {
    if (!stays) return
    event.preventDefault()
    // Unless it comes through, one is asked again the next time.
    void fetch(always, { redirect: 'manual' }).catch(() => {})
    showImages('everywhere')
  }
  return (
    <div className={className}>
      <Notice kind="warning" icon="image" title={t('title')}>
        <p className="notice-note">
          {t('note')}{' '}
          <a href={always} rel="nofollow" onClick={ask}>
            {t('ask')}
          </a>
        </p>
      </Notice>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('dialog_title')}
        foot={
          <ButtonRow>
            <a className="button button-primary" href={always} rel="nofollow" onClick={agree}>
              {t('always')}
            </a>
            <Button onClick={() => showImages('here')}>{t('once')}</Button>
          </ButtonRow>
        }
      >
        <p>{t('dialog_note')}</p>
      </Dialog>
    </div>
  )
}
