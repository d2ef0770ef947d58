import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Whoever came by the address of a download that is over gets here. */
export function DownloadExpired() {
  const t = useText('admin_operations')
  return (
    <Notice kind="warning" role="status" title={t('download_expired')}>
      {t('download_expired_help')}
    </Notice>
  )
}
