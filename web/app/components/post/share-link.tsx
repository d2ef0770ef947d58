import type { MouseEvent } from 'react'
import { useUser } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { showToast } from '../../ui/toast.tsx'
import { withQuery } from '../lists/listing.ts'
import './post-action.css'

/** The post's own address, with the name of the member who shares it. With scripts a press opens the device's sharing, or copies it. */
export function ShareLink({ to, title }: { to: string; title: string }) {
  const t = useText('post')
  const user = useUser()
  const share = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const url = event.currentTarget.href
    if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
      // Closing the device's sheet is no fault.
      await navigator.share({ title, url }).catch(() => {})
      return
    }
    if (await copyText(url)) showToast(t('copied'))
    else showToast(t('not_copied', { url }), 'warning')
  }
  return (
    <a
      className="post-action"
      href={user ? withQuery(to, { share: user.username }, {}) : to}
      onClick={(event) => void share(event)}
    >
      <Icon name="share" small />
      {t('share')}
    </a>
  )
}
