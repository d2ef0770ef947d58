import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageMeta } from './page-meta.tsx'

/** An address whose guard exists and whose feature comes later; docs/map.md lists them. */
export function LaterPage() {
  const t = useText('layout')
  return (
    <PageFrame>
      <PageMeta title={t('later_title')} hidden />
      <Empty
        heading="h1"
        icon="clock"
        title={t('later_title')}
        actions={<ButtonLink to={paths.home()}>{t('back_home')}</ButtonLink>}
      >
        {t('later')}
      </Empty>
    </PageFrame>
  )
}
