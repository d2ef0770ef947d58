import { slugOf } from '@askwell/contract/tag-slug.ts'
import { questionTags, tagsBySlug } from '@askwell/contract/tags.ts'
import { permission } from '@askwell/contract/users.ts'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { type Suggestion, TagInput, wordsOf } from '../../ui/tag-input.tsx'
import { nearest } from './nearest.ts'
import { NewTagDialog } from './new-tag-dialog.tsx'
import { NEW_TAGS, type NewTag, newTagsIn } from './new-tags.ts'

interface Props {
  field: { name: string; error: string | undefined; defaultValue: string | undefined }
  /** The names of new tags, as they were when the form came back. Left out if no new tags can be made. */
  described?: string
  label: ReactNode
  remark?: ReactNode
  help?: ReactNode
  max: number
  onChange?: () => void
}

const MAKE = 'tag.add'
const BEGINNING = 3
const NEAR_SHOWN = 5
const UNKNOWN = { may: false, tip: '' }

/** Tags for a question, completed from existing ones; members who may make new ones describe them in a dialog. One field of slugs separated by commas. */
export function TagsField({ field: { defaultValue = '', ...field }, described, onChange, ...rest }: Props) {
  const t = useText('ask')
  const words = useText('tags_field')
  const [made, setMade] = useState(() => newTagsIn(described))
  const [mayMake, setMayMake] = useState(false)
  const [asking, setAsking] = useState<{ typed: string; answer: (tag: NewTag | undefined) => void }>()
  const asked = useRef<Promise<{ may: boolean; tip: string }>>(undefined)
  const find = async (tag: string): Promise<Suggestion[]> =>
    (await call(questionTags, { query: { tag } })).map(
      ({ slug_name, recommend, reserved, question_count, description }) => ({
        value: slug_name,
        note: reserved
          ? t('tag_reserved')
          : recommend
            ? t('tag_suggested')
            : words('questions', { count: question_count }),
        about: description || undefined,
      }),
    )
  const findOut = () => {
    if (asked.current || described === undefined) return
    // If it isn't known whether the member may, the tag is posted and the server decides.
    asked.current = call(permission, { query: { action: MAKE } }).then(
      (found) => {
        const may = found[MAKE]?.has_permission === true
        setMayMake(may)
        return { may, tip: found[MAKE]?.no_permission_tip ?? '' }
      },
      () => {
        asked.current = undefined
        return UNKNOWN
      },
    )
  }
  const make = async (typed: string) => {
    const tag = await new Promise<NewTag | undefined>((answer) => setAsking({ typed, answer }))
    setAsking(undefined)
    if (tag) setMade((former) => [...former.filter(({ slug_name }) => slug_name !== tag.slug_name), tag])
    return tag?.slug_name
  }
  /** A new tag is said to be one; that of somebody who may not make any is refused where it is typed, and the nearest there are come instead. */
  const check = async (typed: string) => {
    const slug = slugOf(typed)
    findOut()
    const { may, tip } = (await asked.current) ?? UNKNOWN
    if ((!may && !tip) || (await call(tagsBySlug, { query: { tags: slug } })).length) return undefined
    if (may) return 'new'
    const near = await find(slug.slice(0, BEGINNING)).catch(() => [])
    return { why: words('not_made', { tag: typed, tip }), near: nearest(slug, near).slice(0, NEAR_SHOWN) }
  }
  return (
    <div onFocus={findOut}>
      <TagInput
        {...field}
        {...rest}
        defaultValue={wordsOf(defaultValue)}
        find={find}
        normalize={slugOf}
        knownNew={made.map(({ slug_name }) => slug_name)}
        check={described === undefined ? undefined : check}
        make={mayMake ? { label: (tag) => words('create', { tag }), begin: make } : undefined}
        onChange={onChange && (() => onChange())}
      />
      {described !== undefined && (
        <input type="hidden" name={NEW_TAGS} value={made.length ? JSON.stringify(made) : ''} readOnly />
      )}
      {asking && <NewTagDialog typed={asking.typed} onDone={asking.answer} />}
    </div>
  )
}
