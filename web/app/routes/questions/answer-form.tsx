import { CONTENT } from '@askwell/contract/limits.ts'
import { useDraft } from '../../drafts.ts'
import { PageForm } from '../../forms.tsx'
import { DraftNote, DraftSaved } from '../../components/editor/draft-note.tsx'
import { usersWhoSee, renderText, sendFile } from '../../components/editor/editor-calls.ts'
import { BeforeAsking } from '../../components/editor/look/before-asking.tsx'
import { LinkLimit } from '../../components/editor/look/link-limit.tsx'
import { SecretsMeant } from '../../components/editor/look/secrets.tsx'
import { useWritten } from '../../components/editor/look/use-written.ts'
import { intents } from '../../components/post/intents.ts'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { answerDraft } from './answer-draft.ts'

export function AnswerForm({ question }: { question: { id: string } }) {
  const t = useText('questions')
  const { form, keep, unsaved, version, begin, draft } = useDraft(answerDraft(question.id), ['content'])
  const { values, note } = useWritten(form, version)
  const changed = () => {
    keep()
    note()
  }
  return (
    <Panel title={t('your_answer')} id="write-answer" end={<DraftNote draft={draft} />}>
      <PageForm key={version} ref={form} intent={intents.answer} onInput={changed}>
        {(field, { busy, refusal }) => (
          <>
            <input type="hidden" name="question_id" value={question.id} />
            <MarkdownField
              {...begin(field)('content')}
              label={<span className="visually-hidden">{t('your_answer')}</span>}
              help={t('answer_help', { min: CONTENT.min })}
              minLength={CONTENT.min}
              maxLength={CONTENT.max}
              render={renderText}
              upload={sendFile}
              findMembers={usersWhoSee(question.id)}
              onChange={changed}
            />
            <SecretsMeant refusal={refusal} />
            <ButtonRow>
              <SubmitButton busy={busy}>{t('post_answer')}</SubmitButton>
              <DraftSaved draft={draft} />
            </ButtonRow>
            <LinkLimit text={values.content} />
            <BeforeAsking values={values} />
            <LeavePrompt unsaved={unsaved && !busy} />
          </>
        )}
      </PageForm>
    </Panel>
  )
}
