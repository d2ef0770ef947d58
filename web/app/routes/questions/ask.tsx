import { askAndAnswer } from '@askwell/contract/answers.ts'
import { CONTENT } from '@askwell/contract/limits.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { redirect, useSearchParams } from 'react-router'
import { dropDraft } from '../../drop-draft.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, isOn, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { DraftNote, DraftSaved } from '../../components/editor/draft-note.tsx'
import { usersWhoSee, renderText, sendFile } from '../../components/editor/editor-calls.ts'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { BeforeAsking } from '../../components/editor/look/before-asking.tsx'
import { LinkLimit } from '../../components/editor/look/link-limit.tsx'
import { lookForSecrets, SecretsMeant } from '../../components/editor/look/secrets.tsx'
import { useWritten } from '../../components/editor/look/use-written.ts'
import { NEW_TAGS, tagsIn } from '../../components/editor/new-tags.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QuestionFields, useFieldLabels } from './question-fields.tsx'
import '../../components/lists/check-list.css'
import './ask.css'

const DRAFT = 'question'
const FIELDS = ['title', 'content', 'tags', NEW_TAGS, 'answer_content']

const send = async (submission: Submission) => {
  const { call, form } = submission
  const draft = {
    title: text(form, 'title'),
    content: text(form, 'content'),
    tags: tagsIn(form),
  }
  const answered = isOn(form, 'answer_too')
  await lookForSecrets(submission, ['title', 'content', ...(answered ? (['answer_content'] as const) : [])])
  const question = answered
    ? (await call(askAndAnswer, { body: { ...draft, answer_content: text(form, 'answer_content') } })).question
    : await call(askQuestion, { body: draft })
  dropDraft(DRAFT)
  return redirect(paths.question(question))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send, { repeats: () => true })

export default function Ask() {
  const t = useText('ask')
  const [search] = useSearchParams()
  const { form, keep, unsaved, version, begin, draft } = useDraft(DRAFT, FIELDS)
  const { values, note } = useWritten(form, version)
  const changed = () => {
    keep()
    note()
  }
  const before = { title: search.get('title') ?? undefined, tags: search.get('tags') ?? undefined }
  return (
    <PageFrame width="two" aside={<Advice />} asideLabel={t('advice')}>
      <PageMeta title={t('title')} hidden />
      <PageTitle note={<DraftNote draft={draft} />}>{t('title')}</PageTitle>
      {/* Where what stands beside the form would come after its button. */}
      <details className="ask-helps">
        <summary>
          <Icon name="chevronDown" small />
          {t('what_helps')}
        </summary>
        <Helps />
      </details>
      <PageForm key={version} ref={form} onInput={changed} labels={useFieldLabels()}>
        {(asked, { busy, refusal }) => {
          const field = begin(asked)
          const answer = field('answer_content')
          return (
            <>
              <QuestionFields field={field} before={before} onChange={changed} similar />
              <div className="ask-answer">
                <Switch
                  name="answer_too"
                  label={t('answer_too')}
                  help={t('answer_too_help')}
                  defaultChecked={Boolean(answer.defaultValue || refusal?.values.answer_too)}
                />
                <div className="ask-answer-text">
                  <MarkdownField
                    {...answer}
                    label={t('answer_label')}
                    minLength={CONTENT.min}
                    maxLength={CONTENT.max}
                    render={renderText}
                    upload={sendFile}
                    findMembers={usersWhoSee()}
                    onChange={changed}
                  />
                </div>
              </div>
              <SecretsMeant refusal={refusal} />
              <ButtonRow>
                <SubmitButton busy={busy}>{t('post')}</SubmitButton>
                <DraftSaved draft={draft} />
              </ButtonRow>
              {/* Below the button, which mustn’t move while somebody reaches for it. */}
              <LinkLimit text={values.content} />
              <BeforeAsking values={values} />
              <LeavePrompt unsaved={unsaved && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
  )
}

function Helps() {
  const t = useText('ask')
  return (
    <ul className="check-list">
      {[t('helps_1'), t('helps_2'), t('helps_3'), t('helps_4')].map((words) => (
        <li key={words}>
          <Icon name="check" small />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}

function Advice() {
  const t = useText('ask')
  const { required_tag, recommend_tags, reserved_tags } = useSite().site_write
  const suggested = [
    ...recommend_tags.map((tag) => ({ ...tag, recommend: required_tag })),
    ...reserved_tags.map((tag) => ({ ...tag, reserved: true })),
  ]
  return (
    <>
      <AsideSection id="what-helps" title={t('what_helps')}>
        <Helps />
      </AsideSection>
      {suggested.length > 0 && (
        <AsideSection id="suggested-tags" title={t('site_tags')}>
          <TagList tags={suggested} />
          {required_tag && recommend_tags.length > 0 && <p className="field-help ask-note">{t('required_note')}</p>}
          {reserved_tags.length > 0 && <p className="field-help ask-note">{t('reserved_note')}</p>}
        </AsideSection>
      )}
      <AsideSection id="after-posting" title={t('after')}>
        <p className="page-lead">{t('after_note')}</p>
      </AsideSection>
    </>
  )
}
