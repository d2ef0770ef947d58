import { PASSWORD } from '@askwell/contract/limits.ts'
import { addUsers } from '@askwell/contract/user-administration.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { PageForm } from '../../forms.tsx'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { partsOf } from './line-parts.ts'

export function AddOne({ back }: { back: string }) {
  const t = useText('admin')
  return (
    <PageDialog title={t('add_user')} back={back}>
      <PageForm intent="one" labels={{ display_name: t('name'), email: t('email'), password: t('password') }}>
        {(field, { busy }) => (
          <>
            <TextInput {...field('display_name')} label={t('name')} required />
            <TextInput {...field('email')} label={t('email')} type="email" required />
            <TextInput
              {...field('password')}
              label={t('password')}
              help={t('password_help', PASSWORD)}
              type="password"
              autoComplete="new-password"
              required
            />
            <ButtonRow>
              <SubmitButton busy={busy}>{t('add')}</SubmitButton>
              <ButtonLink to={back} keepScroll>
                {t('cancel')}
              </ButtonLink>
            </ButtonRow>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}

interface Sending {
  sent: number
  all: number
}

/** Each password is hashed, which takes its time: lines go in parts, and what has gone is taken out of the text. */
export function AddMany({ back }: { back: string }) {
  const t = useText('admin')
  const ui = useText('ui')
  const navigate = useNavigate()
  const field = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState<Sending>()
  const [wrong, setWrong] = useState<string[]>()
  const [added, setAdded] = useState(0)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const text = field.current!.elements.namedItem('users') as HTMLTextAreaElement
    const parts = partsOf(text.value)
    const all = parts.reduce((sum, { count }) => sum + count, 0)
    let sent = 0
    setWrong(undefined)
    setAdded(0)
    try {
      for (const [place, part] of parts.entries()) {
        setSending({ sent, all })
        await call(addUsers, { body: { users: part.text } })
        sent += part.count
        // What is left begins with the line that the site would call the first.
        text.value = parts
          .slice(place + 1)
          .map((rest) => rest.text)
          .join('\n')
      }
      await navigate(`${back}?added`)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setWrong(
        Array.isArray(error.data)
          ? error.data.map(({ error_msg }: { error_msg: string }) => error_msg)
          : [error.message || ui('unreachable')],
      )
      setAdded(sent)
    } finally {
      setSending(undefined)
    }
  }
  return (
    <PageDialog title={t('add_users')} back={back}>
      <PageForm intent="many" ref={field} onSubmit={(event) => void send(event)}>
        {(form, { busy }) => (
          <>
            {added > 0 && (
              <Notice kind="info" role="status">
                {t('part_added', { count: added })}
              </Notice>
            )}
            {wrong && (
              <Notice kind="danger" role="alert" title={t('lines_wrong')}>
                <ul>
                  {wrong.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </Notice>
            )}
            <Textarea
              {...form('users')}
              label={t('users_lines')}
              help={t('users_lines_help')}
              rows={8}
              readOnly={sending !== undefined}
              spellCheck={false}
              required
            />
            {sending && (
              <p role="status">
                {t('adding', { sent: sending.sent, count: sending.all })}{' '}
                <Progress label={t('add_users')} value={sending.sent} max={sending.all} />
              </p>
            )}
            <ButtonRow>
              <SubmitButton busy={busy || sending !== undefined}>{t('add')}</SubmitButton>
              <ButtonLink to={back} keepScroll>
                {t('cancel')}
              </ButtonLink>
            </ButtonRow>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}
