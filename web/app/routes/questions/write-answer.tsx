import { CONTENT } from '@askwell/contract/limits.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import type { ReactNode } from 'react'
import { useDraft } from '../../drafts.ts'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite, useUser } from '../../root-data.ts'
import { DraftNote } from '../../shared/draft-note.tsx'
import { intents } from '../../shared/intents.ts'
import { LeavePrompt } from '../../shared/leave-prompt.tsx'
import { MarkdownField } from '../../shared/markdown-field.tsx'
import { membersWhoSee, renderText, uploadImage } from '../../shared/editor-calls.ts'
import { stateOf } from '../../shared/question-state.ts'
import { useText } from '../../text.tsx'
import { Button, ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { answerDraft } from './thread-acts.ts'

type Asked = Pick<QuestionInfo, 'id' | 'title' | 'url_title' | 'status' | 'show' | 'answered' | 'first_answer_id'>

/** The form for an answer, or why there is none. */
export function WriteAnswer({ question, reason }: { question: Asked; reason: string | undefined }) {
  const t = useText('questions')
  const user = useUser()
  const { site_write, login } = useSite()
  const state = stateOf(question)
  const instead = (children: ReactNode) => (
    <Panel title={t('your_answer')} id="write-answer">
      {children}
    </Panel>
  )

  if (state === 'deleted' || state === 'pending') return null
  if (state === 'closed') return instead(<Notice icon="lock">{t('closed_no_answers')}</Notice>)
  if (!user)
    return instead(
      <Notice icon="logIn" title={t('log_in_to_answer')}>
        <ButtonRow>
          <ButtonLink look="primary" size="small" to={paths.login(paths.question(question))} rel="nofollow">
            {t('log_in')}
          </ButtonLink>
          {login.allow_new_registrations && (
            <ButtonLink size="small" to={paths.register(paths.question(question))} rel="nofollow">
              {t('register')}
            </ButtonLink>
          )}
        </ButtonRow>
      </Notice>,
    )
  if (user.mail_status !== 1)
    return instead(
      <Notice kind="info" icon="mail" title={t('activate_to_answer')}>
        <p>
          <Link to={paths.activation()}>{t('activate')}</Link>
        </p>
      </Notice>,
    )
  if (question.answered && site_write.restrict_answer)
    return instead(
      <Notice icon="circleCheck" title={t('answered_already')}>
        <p className="notice-note">
          <Link to={paths.answer(question, question.first_answer_id)}>{t('to_your_answer')}</Link> ·{' '}
          <Link to={paths.editAnswer(question.id, question.first_answer_id)}>{t('edit_your_answer')}</Link>
        </p>
      </Notice>,
    )
  if (reason) return instead(<Notice icon="lock">{reason}</Notice>)
  return <AnswerForm question={question} />
}

function AnswerForm({ question }: { question: Asked }) {
  const t = useText('questions')
  const { form, keep, dirty, saved_at, version, begin, discard } = useDraft(answerDraft(question.id), ['content'])
  return (
    <Panel title={t('your_answer')} id="write-answer" end={<DraftNote saved_at={saved_at} />}>
      <PageForm key={version} ref={form} intent={intents.answer} onInput={keep}>
        {(field, { busy }) => (
          <>
            <input type="hidden" name="question_id" value={question.id} />
            <MarkdownField
              {...begin(field)('content')}
              label={<span className="visually-hidden">{t('your_answer')}</span>}
              help={t('answer_help', { min: CONTENT.min })}
              render={renderText}
              upload={uploadImage}
              findMembers={membersWhoSee(question.id)}
              onChange={keep}
            />
            <ButtonRow>
              <SubmitButton busy={busy}>{t('post_answer')}</SubmitButton>
              {saved_at !== null && <Button onClick={discard}>{t('discard')}</Button>}
            </ButtonRow>
            <LeavePrompt unsaved={dirty && !busy} />
          </>
        )}
      </PageForm>
    </Panel>
  )
}
