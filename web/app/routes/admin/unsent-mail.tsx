import type { UnsentMail as Unsent } from '@askwell/contract/emails.ts'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'
import './unsent-mail.css'

/** The form below is what one comes for. */
const SHOWN = 5

export const RETRY = 'retry'

/** E-mails that wait because they could not be sent, what the mail server said, and when they are tried again. */
export function UnsentMail({ count, list }: { count: number; list: Unsent[] }) {
  const t = useText('admin')
  return (
    <section aria-labelledby="unsent" className="unsent">
      <Notice kind="warning" title={<span id="unsent">{t('unsent', { count })}</span>}>
        <ul>
          {list.slice(0, SHOWN).map(({ kind, user_id, attempts, wanted_at, next_try_at, error }) => (
            <li key={`${kind} ${user_id} ${wanted_at}`}>
              {t(`email_${kind}`)}, <Link to={paths.admin(`users/${user_id}`)}>{t('to_member', { user_id })}</Link>,{' '}
              <Time at={wanted_at} exact />, {t('attempts', { count: attempts })}
              {next_try_at ? (
                <>
                  , {t('next_try')} <Time at={next_try_at} exact />
                </>
              ) : (
                <>, {t('given_up')}</>
              )}
              : {error}
            </li>
          ))}
        </ul>
        {count > SHOWN && (
          <p>
            <Link to={paths.admin('emails?status=failed')}>{t('unsent_all')}</Link>
          </p>
        )}
        <PageForm intent={RETRY}>
          {(_field, { busy }) => (
            <SubmitButton look="plain" busy={busy}>
              {t('send_unsent')}
            </SubmitButton>
          )}
        </PageForm>
      </Notice>
    </section>
  )
}
