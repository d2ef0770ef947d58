import { paths } from '../../paths.ts'
import { useRequestId } from '../../request-id.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { PageFrame } from './page-frame.tsx'

const kinds: { known: number; key: string; icon: IconName }[] = [
  { known: 403, key: 'forbidden', icon: 'lock' },
  { known: 404, key: 'not_found', icon: 'help' },
]

/** 403, 404 and faults of the server. */
export function ErrorPage({ status }: { status: number }) {
  const t = useText('layout')
  const id = useRequestId()
  // words: layout.forbidden layout.forbidden_title layout.not_found layout.not_found_title layout.server_fault layout.server_fault_title
  const { key, icon } = kinds.find(({ known }) => known === status) ?? { key: 'server_fault', icon: 'refresh' as const }
  return (
    <PageFrame width="wide">
      {/* Not PageMeta: the site itself may be what is missing. */}
      <title>{t(`${key}_title`)}</title>
      <meta name="robots" content="noindex" />
      <Empty
        heading="h1"
        icon={icon}
        title={t(`${key}_title`)}
        actions={
          <ButtonLink to={paths.home()} reload={status >= 500}>
            {t('back_home')}
          </ButtonLink>
        }
      >
        {t(key)}
        {status >= 500 && (
          <>
            <br />
            <small suppressHydrationWarning>{id && t('request_id', { id })}</small>
          </>
        )}
      </Empty>
    </PageFrame>
  )
}
