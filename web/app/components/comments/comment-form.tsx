import { useEffect, useId, useRef, useState } from 'react'
import { COMMENT } from '@askwell/contract/limits.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { ActForm, useAct } from '../post/act-form.tsx'
import type { Intent } from '../post/intents.ts'
import { MentionTextarea } from '../editor/mention-textarea.tsx'
import type { FindMembers } from '../editor/use-mentions.ts'

interface Props {
  intent: Intent
  fields: Record<string, string>
  label: string
  send: string
  text?: string
  depth?: 0 | 1
  /** Where to go back to without scripts, and what to close with them. */
  cancel: { href: string; close: () => void }
  findMembers?: FindMembers
}

export function CommentForm({ intent, fields, label, send, text = '', depth, cancel, findMembers }: Props) {
  const t = useText('comments')
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [length, setLength] = useState([...text].length)
  const { submit, busy } = useAct(cancel.close)

  useEffect(() => {
    const field = box.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])

  return (
    <div className="comment-form" data-depth={depth} ref={box}>
      <ActForm intent={intent} fields={fields} onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <MentionTextarea
          id={id}
          name="original_text"
          defaultValue={text}
          required
          minLength={COMMENT.min}
          maxLength={COMMENT.max}
          rows={3}
          aria-describedby={`${id}-count`}
          findMembers={findMembers}
          onInput={(event) => setLength([...event.currentTarget.value].length)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') cancel.close()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
          }}
        />
        <div className="comment-form-foot">
          <SubmitButton size="small" busy={busy}>
            {send}
          </SubmitButton>
          <Cancel {...cancel} />
          <span className="field-count" id={`${id}-count`}>
            {t('left', { count: COMMENT.max - length })}
          </span>
        </div>
      </ActForm>
    </div>
  )
}

function Cancel({ href, close }: Props['cancel']) {
  const t = useText('comments')
  return (
    <>
      <span className="needs-script">
        <Button look="quiet" size="small" onClick={close}>
          {t('cancel')}
        </Button>
      </span>
      <a className="without-script text-button" href={href}>
        {t('cancel')}
      </a>
    </>
  )
}
