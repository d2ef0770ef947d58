import { askAndAnswer } from '@askwell/contract/answers.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { redirect, useSearchParams } from 'react-router'
import { dropDraft } from '../../draft-storage.ts'
import { useDraft } from '../../drafts.ts'
import { inBrowserSubmit, isOn, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useSite } from '../../root-data.ts'
import { DraftNote } from '../../components/editor/draft-note.tsx'
import { membersWhoSee, renderText, uploadImage } from '../../components/editor/editor-calls.ts'
import { LeavePrompt } from '../../components/editor/leave-prompt.tsx'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { NEW_TAGS, tagsIn } from '../../components/editor/new-tags.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { QuestionFields, useFieldLabels } from './question-fields.tsx'
import '../../components/lists/check-list.css'
import './ask.css'

const DRAFT = 'question'
const FIELDS = ['title', 'content', 'tags', NEW_TAGS, 'answer_content']

const send = async ({ call, form }: Submission) => {
  const draft = {
    title: text(form, 'title'),
    content: text(form, 'content'),
    tags: tagsIn(form),
  }
  const answered = isOn(form, 'answer_too')
  const question = answered
    ? (await call(askAndAnswer, { body: { ...draft, answer_content: text(form, 'answer_content') } })).question
    : await call(askQuestion, { body: draft })
  dropDraft(DRAFT)
  return redirect(paths.question(question))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function Ask() {
  const t = useText('ask')
  const [search] = useSearchParams()
  const { form, keep, dirty, saved_at, version, begin, discard } = useDraft(DRAFT, FIELDS)
  const before = { title: search.get('title') ?? undefined, tags: search.get('tags') ?? undefined }
  return (
    <PageFrame width="two" aside={<Advice />} asideLabel={t('advice')}>
      <PageMeta title={t('title')} hidden />
      <PageTitle note={<DraftNote saved_at={saved_at} />}>{t('title')}</PageTitle>
      <PageForm key={version} ref={form} onInput={keep} labels={useFieldLabels()}>
        {(asked, { busy, refusal }) => {
          const field = begin(asked)
          const answer = field('answer_content')
          return (
            <>
              <QuestionFields field={field} before={before} onChange={keep} similar />
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
                    render={renderText}
                    upload={uploadImage}
                    findMembers={membersWhoSee()}
                    onChange={keep}
                  />
                </div>
              </div>
              <ButtonRow>
                <SubmitButton busy={busy}>{t('post')}</SubmitButton>
                {saved_at !== null && <Button onClick={discard}>{t('discard')}</Button>}
              </ButtonRow>
              <LeavePrompt unsaved={dirty && !busy} />
            </>
          )
        }}
      </PageForm>
    </PageFrame>
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
        <ul className="check-list">
          {[t('helps_1'), t('helps_2'), t('helps_3'), t('helps_4')].map((words) => (
            <li key={words}>
              <Icon name="check" small />
              <span>{words}</span>
            </li>
          ))}
        </ul>
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
