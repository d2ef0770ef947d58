import { unsubscribe } from '@askwell/contract/emails.ts'
import { useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { AccountPage } from '../../components/layout/account-page.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

// Mail programs post here too, without ever showing the page (RFC 8058); what the code is for is all that can be done.
const send = async ({ call, url }: Submission) => {
  await call(unsubscribe, { body: { code: url.searchParams.get('code') ?? '' } })
  return {}
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Unsubscribe() {
  const t = useText('account')
  const [params] = useSearchParams()
  if (!params.get('code'))
    return (
      <AccountPage title={t('unsubscribe_title')}>
        <Notice kind="danger">{t('link_broken')}</Notice>
      </AccountPage>
    )
  return (
    <AccountPage title={t('unsubscribe_title')} lead={t('unsubscribe_lead')}>
      <PageForm>
        {(_field, { busy, done }) =>
          done ? (
            <>
              <Notice kind="success" role="status">
                {t('unsubscribed')}
              </Notice>
              <ButtonLink block to={paths.settings('notify')}>
                {t('to_mail_choices')}
              </ButtonLink>
            </>
          ) : (
            <SubmitButton block size="large" busy={busy}>
              {t('unsubscribe')}
            </SubmitButton>
          )
        }
      </PageForm>
    </AccountPage>
  )
}
