import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { COMMENT } from '@askwell/contract/limits.ts'
import { useDraft } from '../../drafts.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Corrections } from '../../ui/corrections.tsx'
import { FieldError, useLimits } from '../../ui/field.tsx'
import { ActForm, useAct } from '../post/act-form.tsx'
import type { Intent } from '../post/intents.ts'
import { DraftNote } from '../editor/draft-note.tsx'
import { CompletingTextarea } from '../editor/completion/completing-textarea.tsx'
import { SecretsMeant } from '../editor/look/secrets.tsx'
import type { FindUsers } from '../editor/completion/sources.ts'

interface Props {
  intent: Intent
  fields: Record<string, string>
  /** The name under which the device keeps what is written. */
  draft: string
  label: string
  send: string
  text?: string
  /** Why it came back, if it was sent without scripts. */
  why?: string
  refusal?: ComponentProps<typeof SecretsMeant>['refusal']
  depth?: 0 | 1
  /** Where to go back to without scripts, and what to close with them. */
  cancel: { href: string; close: () => void }
  onSent: () => void
  findMembers?: FindUsers
}

const NAME = 'original_text'

/** Closing it loses nothing: what was written is there again when it is opened the next time. */
export function CommentForm({
  intent,
  fields,
  draft: name,
  label,
  send,
  text = '',
  why,
  refusal,
  depth,
  cancel,
  onSent,
  findMembers,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isOpen = useRef(false)
  const [refused, setRefused] = useState(why === undefined ? undefined : { why, refusal })
  const { submit, busy } = useAct(onSent, (why, refusal) => setRefused({ why, refusal }))
  const { form, keep, store, version, begin, draft } = useDraft(name, [NAME], true)
  const { defaultValue = text } = begin((name, before) => ({ name, error: undefined, defaultValue: String(before) }))(
    NAME,
    text,
  )

  const close = () => {
    store() // what opens the form again says so
    cancel.close()
  }

  useEffect(() => {
    const field = box.current?.querySelector('textarea')
    // Its draft may come later, when somebody is elsewhere.
    if (isOpen.current && document.activeElement !== field) return
    isOpen.current = true
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
    box.current?.scrollIntoView({ block: 'nearest' }) // with its buttons
  }, [version])

  return (
    <div className="comment-form" data-depth={depth} ref={box}>
      <ActForm key={version} ref={form} intent={intent} fields={fields} onSubmit={submit} onInput={keep}>
        <Corrections of={refused}>
          <Written
            {...{ label, send, findMembers, busy }}
            cancel={{ ...cancel, close }}
            text={defaultValue}
            error={refused?.why}
            refusal={refused?.refusal}
          />
        </Corrections>
        <DraftNote draft={draft} />
      </ActForm>
    </div>
  )
}

interface WrittenProps extends Pick<Props, 'label' | 'send' | 'cancel' | 'findMembers'> {
  text: string
  error: string | undefined
  refusal: Props['refusal']
  busy: boolean
}

function Written({ label, send, text, error: refused, refusal, cancel, findMembers, busy }: WrittenProps) {
  const id = useId()
  const { onText, error, count } = useLimits({ name: NAME, text, error: refused, ...COMMENT, counted: true })
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <CompletingTextarea
        id={id}
        name={NAME}
        defaultValue={text}
        required
        rows={3}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        findMembers={findMembers}
        onInput={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel.close()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <SecretsMeant refusal={refusal} id={`${id}-meant`} />
      <div className="comment-form-foot">
        <SubmitButton size="small" busy={busy}>
          {send}
        </SubmitButton>
        <Cancel {...cancel} />
        {count}
      </div>
    </>
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
