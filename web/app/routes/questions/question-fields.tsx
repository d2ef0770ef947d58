import { CONTENT, EDIT_SUMMARY_MAX, TAGS_PER_QUESTION, TITLE } from '@askwell/contract/limits.ts'
import { similarQuestions, type SimilarQuestion } from '@askwell/contract/questions.ts'
import { useEffect, useState } from 'react'
import type { FieldOf } from '../../forms.tsx'
import { call } from '../../session.ts'
import { usersWhoSee, renderText, sendFile } from '../../components/editor/editor-calls.ts'
import { MarkdownField } from '../../components/editor/markdown-field.tsx'
import { NEW_TAGS } from '../../components/editor/new-tags.ts'
import { SimilarQuestions } from '../../components/post/similar-questions.tsx'
import { TagsField } from '../../components/editor/tags-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { TextInput } from '../../ui/text-input.tsx'

interface Props {
  field: FieldOf
  before?: { title?: string; content?: string; tags?: string }
  onChange: () => void
  /** The question, where there is one already. */
  object_id?: string
  /** Shows what has been asked already. */
  similar?: boolean
}

/** As the list of errors names them. */
export const useFieldLabels = () => {
  const t = useText('ask')
  return {
    title: t('title_label'),
    content: t('content_label'),
    tags: t('tags_label'),
    answer_content: t('answer_label'),
  }
}

/** Title, text and tags, as one asks and as one edits. */
export function QuestionFields({ field, before = {}, onChange, object_id, similar = false }: Props) {
  const t = useText('ask')
  const titleField = field('title', before.title)
  const [title, setTitle] = useState('')
  return (
    <>
      <TextInput
        {...titleField}
        label={t('title_label')}
        help={t('title_help')}
        large
        counted
        stayOnEnter
        minLength={TITLE.min}
        maxLength={TITLE.max}
        autoComplete="off"
        required
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      {similar && <AlikeQuestions title={title} />}
      <MarkdownField
        {...field('content', before.content)}
        label={t('content_label')}
        help={t('content_help', { min: CONTENT.min })}
        minLength={CONTENT.min}
        maxLength={CONTENT.max}
        rows={14}
        render={renderText}
        upload={sendFile}
        findMembers={usersWhoSee(object_id)}
        onChange={onChange}
      />
      <TagsField
        field={field('tags', before.tags)}
        described={field(NEW_TAGS).defaultValue ?? ''}
        max={TAGS_PER_QUESTION.max}
        label={t('tags_label')}
        remark={t('tags_remark')}
        help={
          <>
            <span className="needs-script">{t('tags_help')}</span>
            <span className="without-script">{t('tags_help_plain')}</span>
          </>
        }
        onChange={onChange}
      />
    </>
  )
}

export function SummaryField({ field, before }: { field: FieldOf; before?: string | undefined }) {
  const t = useText('ask')
  return (
    <TextInput
      {...field('edit_summary', before)}
      label={t('summary_label')}
      remark={t('optional')}
      help={t('summary_help')}
      maxLength={EDIT_SUMMARY_MAX}
      autoComplete="off"
    />
  )
}

const PAUSE = 400
const LONG_ENOUGH = 4
const SHOWN = 5

/** Asked once the typing pauses. */
function AlikeQuestions({ title }: { title: string }) {
  const [found, setFound] = useState<SimilarQuestion[]>([])
  const wanted = title.trim()
  useEffect(() => {
    if (wanted.length < LONG_ENOUGH) return
    let current = true
    const timer = setTimeout(() => {
      // A convenience: where it fails, one asks all the same.
      call(similarQuestions, { query: { title: wanted } }).then(
        (list) => {
          if (current) setFound(list.slice(0, SHOWN))
        },
        () => {},
      )
    }, PAUSE)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [wanted])
  return <SimilarQuestions questions={wanted.length < LONG_ENOUGH ? [] : found} />
}
