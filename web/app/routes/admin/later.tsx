import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'

/** A page of the administration whose feature comes later; docs/map.md lists them. */
export default function AdminLater() {
  const t = useText('layout')
  return (
    <>
      <PageMeta title={t('later_title')} hidden />
      <Empty heading="h1" icon="clock" title={t('later_title')}>
        {t('later')}
      </Empty>
    </>
  )
}
