import { type MouseEvent, type ReactNode, use, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hasOutsideImages, type OutsideImages, OutsideImagesContext } from '../../ui/outside-images.ts'
import { useHere } from './places.ts'

/** If the site wants it, images of other hosts wait until the reader has agreed: for this page, or on this device. */
export function OutsideImagesGate({ children }: { children: ReactNode }) {
  const { site, outside_images } = useRoot()
  const { pathname } = useLocation()
  const [shownOn, setShownOn] = useState('')
  const ownHost = URL.parse(site?.general.site_url ?? '')?.host ?? ''
  const heldBack =
    site?.site_legal.external_content_display === 'ask_before_display' &&
    outside_images === 'ask' &&
    shownOn !== pathname
  const value = useMemo(
    (): OutsideImages => ({ heldBack, ownHost, show: () => setShownOn(pathname) }),
    [heldBack, ownHost, pathname],
  )
  return <OutsideImagesContext value={value}>{children}</OutsideImagesContext>
}

/** Says that images are held back, if there are any. */
export function OutsideImagesNotice({ texts }: { texts: string[] }) {
  const t = useText('outside_images')
  const here = useHere()
  const { heldBack, ownHost, show } = use(OutsideImagesContext)
  const [asking, setAsking] = useState(false)
  if (!heldBack || !texts.some((html) => hasOutsideImages(html, ownHost))) return null
  const always = paths.prefer({ images: 'always' }, here)
  const ask = (event: MouseEvent) => {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <div className="question-notice">
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
            <a className="button button-primary" href={always} rel="nofollow">
              {t('always')}
            </a>
            <Button
              onClick={() => {
                setAsking(false)
                show()
              }}
            >
              {t('once')}
            </Button>
          </ButtonRow>
        }
      >
        <p>{t('dialog_note')}</p>
      </Dialog>
    </div>
  )
}
