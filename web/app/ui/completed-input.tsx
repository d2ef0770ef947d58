import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Field, type FieldFrame } from './field.tsx'
import { optionId, OptionList, steppedBy } from './option-list.tsx'
import { type Find, useSuggestions } from './use-suggestions.ts'
import './completed-input.css'
import './text-input.css'

const MOST = 6

interface Props<Found>
  extends
    FieldFrame,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'required' | 'placeholder' | 'maxLength' | 'defaultValue'> {
  find: Find<Found>
  /** What the field holds once it is chosen. */
  valueOf: (found: Found) => string
  /** The name of the list. */
  listLabel: string
  children: (found: Found) => ReactNode
}

/** A field of one line that offers what was found for the text; without scripts a plain one. */
export function CompletedInput<Found>({
  find,
  valueOf,
  listLabel,
  children,
  required,
  placeholder,
  maxLength,
  defaultValue,
  ...frame
}: Props<Found>) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const { found, forget } = useSuggestions(typed, find)
  const options = found.slice(0, MOST)
  const open = options.length > 0
  const close = () => {
    setTyped('')
    forget()
  }
  const choose = (chosen: Found) => {
    input.current!.value = valueOf(chosen)
    close()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!open || event.nativeEvent.isComposing) return
    const stepped = steppedBy(event.key, active, options.length)
    const chosen = options[active]
    if (stepped !== undefined) setActive(stepped)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    <Field {...frame}>
      {(control) => (
        <div className="completed-input">
          <input
            className="input"
            type="text"
            dir="auto"
            {...{ required, placeholder, maxLength, defaultValue }}
            {...control}
            ref={input}
            role="combobox"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? optionId(listId, active) : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onInput={({ currentTarget }) => {
              setActive(-1)
              setTyped(currentTarget.value)
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
          {open && (
            <OptionList
              id={listId}
              label={listLabel}
              className="completed-list"
              options={options}
              keyOf={valueOf}
              active={active}
              choose={choose}
            >
              {children}
            </OptionList>
          )}
        </div>
      )}
    </Field>
  )
}
