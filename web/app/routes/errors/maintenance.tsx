import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { Empty } from '../../ui/empty.tsx'

export default function Maintenance() {
  const t = useText('errors')
  return (
    <PageFrame width="wide">
      <PageMeta title={t('maintenance_title')} hidden />
      <Empty heading="h1" icon="settings" title={t('maintenance_title')}>
        {t('maintenance')}
      </Empty>
    </PageFrame>
  )
}
