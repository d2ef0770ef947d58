import type { LanguageOption } from '@askwell/contract/site.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonAnchor, ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'

/** A choice kept in a cookie, so a plain form that reads is enough. */
export function LanguageStep({ languages, chosen }: { languages: LanguageOption[]; chosen: string }) {
  const t = useText('install')
  return (
    <form method="get" action="/preferences">
      <p className="login-lead">{t('language_lead')}</p>
      <input type="hidden" name="back" value="/install?step=2" />
      <Select name="language" label={t('language')} options={languages} defaultValue={chosen} />
      <SubmitButton block size="large">
        {t('next')}
      </SubmitButton>
    </form>
  )
}

export function ConfigStep({ written }: { written: boolean }) {
  const t = useText('install')
  return (
    <>
      <Notice kind="success" title={t('config_title')}>
        {t(written ? 'config_written' : 'config_given')}
      </Notice>
      <ButtonLink look="primary" size="large" block to="/install?step=4">
        {t('next')}
      </ButtonLink>
    </>
  )
}

export function ReadyStep() {
  const t = useText('install')
  return (
    <>
      <Notice kind="success" role="status" title={t('ready_title')}>
        {t('ready')}
      </Notice>
      <ButtonAnchor look="primary" size="large" block href={paths.login()}>
        {t('ready_login')}
      </ButtonAnchor>
      <ButtonAnchor block href={paths.home()}>
        {t('to_site')}
      </ButtonAnchor>
    </>
  )
}
