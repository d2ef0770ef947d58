import { TAG_DESCRIPTION_MAX, TAG_NAME } from '@askwell/contract/limits.ts'
import { slugOf, TAG_SLUG } from '@askwell/contract/tag-slug.ts'
import { tagsBySlug } from '@askwell/contract/tags.ts'
import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { text } from '../../forms.tsx'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Corrections } from '../../ui/corrections.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { NewTag } from './new-tags.ts'

const FORM = 'new-tag'
const lengthOf = (typed: string) => [...typed].length

type Faults = Partial<Record<keyof NewTag, string>>

interface Props {
  typed: string
  onDone: (tag: NewTag | undefined) => void
}

/** Describes a new tag while asking. It is made when the question is posted. */
export function NewTagDialog({ typed, onDone }: Props) {
  const t = useText('tags_field')
  const ui = useText('ui')
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)

  const faultsOf = ({ display_name, slug_name }: NewTag): Faults => {
    const tooLong = t('up_to', { max: TAG_NAME.max })
    return {
      ...(!display_name && { display_name: t('name_empty') }),
      ...(lengthOf(display_name) > TAG_NAME.max && { display_name: tooLong }),
      ...(!slug_name && { slug_name: t('slug_empty') }),
      ...(lengthOf(slug_name) > TAG_NAME.max && { slug_name: tooLong }),
      ...(!TAG_SLUG.test(slug_name) && { slug_name: t('slug_characters') }),
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    // React also passes its events to the form around it.
    event.preventDefault()
    event.stopPropagation()
    const form = new FormData(event.currentTarget)
    const tag = {
      display_name: text(form, 'display_name').trim(),
      slug_name: slugOf(text(form, 'slug_name')),
      original_text: text(form, 'original_text').trim(),
    }
    const wrong = faultsOf(tag)
    setFaults(wrong)
    if (Object.keys(wrong).length) return
    setBusy(true)
    // If that can't be found out, posting the question will tell.
    const there = await call(tagsBySlug, { query: { tags: tag.slug_name } }).catch(() => [])
    setBusy(false)
    if (there.length) setFaults({ slug_name: t('exists') })
    else onDone(tag)
  }

  return createPortal(
    <Dialog
      open
      onClose={() => onDone(undefined)}
      title={t('create_title')}
      foot={
        <>
          <Button onClick={() => onDone(undefined)}>{ui('cancel')}</Button>
          <SubmitButton form={FORM} busy={busy}>
            {t('create_send')}
          </SubmitButton>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void send(event)} onInput={(event) => event.stopPropagation()} noValidate>
        <Corrections of={faults}>
          <TextInput
            name="display_name"
            id="new-tag-name"
            label={t('name')}
            defaultValue={typed}
            error={faults.display_name}
            maxLength={TAG_NAME.max}
            required
            autoComplete="off"
          />
          <TextInput
            name="slug_name"
            id="new-tag-slug"
            label={t('slug')}
            help={t('slug_help')}
            defaultValue={slugOf(typed)}
            error={faults.slug_name}
            maxLength={TAG_NAME.max}
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
          <Textarea
            name="original_text"
            id="new-tag-description"
            label={t('description')}
            remark={t('optional')}
            help={t('description_help')}
            maxLength={TAG_DESCRIPTION_MAX}
            rows={4}
          />
        </Corrections>
      </form>
    </Dialog>,
    document.body,
  )
}
