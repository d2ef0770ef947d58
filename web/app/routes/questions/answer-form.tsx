import { CONTENT } from '@askwell/contract/limits.ts'
import { useDraft } from '../../drafts.ts'
import { PageForm } from '../../forms.tsx'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { membersWhoSee, renderText, uploadImage } from '../../components/editor/editor-calls.ts'
import { intents } from '../../components/post/intents.ts'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { answerDraft } from './answer-draft.ts'

export function AnswerForm({ question }: { question: { id: string } }) {
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
