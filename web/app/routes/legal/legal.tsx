import { legalText } from '@askwell/contract/site.ts'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import type { Route } from './+types/legal.ts'

const load = async ({ call, url }: RouteContext) => {
  const which = url.pathname.startsWith(paths.tos()) ? 'tos' : 'privacy'
  const { terms_of_service_parsed_text, privacy_policy_parsed_text } = await call(legalText, {
    query: { info_type: which },
  })
  return { which, html: (which === 'tos' ? terms_of_service_parsed_text : privacy_policy_parsed_text) ?? '' } as const
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Legal({ loaderData: { which, html } }: Route.ComponentProps) {
  const t = useText('legal')
  const { general } = useSite()
  const title = which === 'tos' ? t('tos') : t('privacy')
  return (
    <PageFrame>
      <PageMeta title={title} canonical={which === 'tos' ? paths.tos() : paths.privacy()} />
      <PageTitle>{title}</PageTitle>
      {html ? (
        <Prose html={html} />
      ) : (
        <Empty
          icon="info"
          title={which === 'tos' ? t('tos_none') : t('privacy_none')}
          actions={
            <>
              <ButtonAnchor href={`mailto:${general.contact_email}`}>{t('ask_operator')}</ButtonAnchor>
              <ButtonLink to={paths.home()}>{t('home')}</ButtonLink>
            </>
          }
        >
          {t('none_note')}
        </Empty>
      )}
    </PageFrame>
  )
}
