import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../i18n/text.tsx'
import { useCorrections } from './corrections.tsx'
import { Field, FieldError, type ControlProps, type FieldFrame } from './field.tsx'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import { optionId, OptionList, steppedBy } from './option-list.tsx'
import { type Find, type Suggestion, useSuggestions } from './use-suggestions.ts'
import './tag-input.css'
import './text-input.css'

export type { Suggestion }

/** Why a word can't be taken, and what could be taken instead. */
export interface WordRefusal {
  why: string
  near: Suggestion[]
}

/** A way to make what there is none of; nothing comes of it when the person gives up. */
interface Make {
  label: (typed: string) => string
  begin: (typed: string) => Promise<string | undefined>
}

interface Props extends FieldFrame {
  defaultValue?: string[]
  /** What matches the beginning of a word, best first. */
  find: Find
  max?: number
  make?: Make
  /** Looks at a word that was typed and not chosen; without an answer it is taken, and marked if it is new. */
  check?: (word: string) => Promise<WordRefusal | 'new' | undefined>
  /** How a word is stored: it is shown so at once. */
  normalize?: (word: string) => string
  /** Words that are known to be new. */
  knownNew?: string[]
  placeholder?: string
  onChange?: (values: string[]) => void
}

const asTyped = (word: string) => word

/** Several words split at commas and spaces, each once. */
export const wordsOf = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

/** What somebody has in the field: all words, and of those the one that is being typed. */
interface Begun {
  words: string[]
  typed: string
  isHere: boolean
}

const begunIn = (plain: HTMLInputElement): Begun => {
  const words = wordsOf(plain.value)
  const isHere = document.activeElement === plain
  const typed = isHere && plain.value !== plain.defaultValue && !/[\s,]$/.test(plain.value) ? words.pop() : ''
  return { words, typed: typed ?? '', isHere }
}

/** Words with suggestions. Without scripts a plain field for words with commas between; both send them so, under one name. */
export function TagInput({
  defaultValue = [],
  find,
  max = Infinity,
  make,
  check,
  normalize = asTyped,
  knownNew = [],
  placeholder,
  onChange,
  ...frame
}: Props) {
  const hydrated = useHydrated()
  const plain = useRef<HTMLInputElement>(null)
  const [begun, setBegun] = useState<Begun | null>(hydrated ? { words: defaultValue, typed: '', isHere: false } : null)
  // Somebody may have typed before the scripts ran.
  useEffect(() => {
    if (!plain.current) return
    const { words, ...rest } = begunIn(plain.current)
    setBegun({ words: words.map(normalize).slice(0, max), ...rest })
    // Once, when the page is taken over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const { corrected, correct } = useCorrections()
  const changed = (values: string[]) => {
    correct(frame.name, true)
    onChange?.(values)
  }
  return (
    <Field {...frame} error={corrected.has(frame.name) ? undefined : frame.error}>
      {(control) =>
        begun ? (
          <Combobox
            {...{ control, begun, find, max, make, check, normalize, knownNew, placeholder, onChange: changed }}
          />
        ) : (
          <input
            ref={plain}
            className="input input-large"
            type="text"
            {...control}
            defaultValue={defaultValue.join(', ')}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
          />
        )
      }
    </Field>
  )
}

function Combobox({
  control: { name, ...control },
  begun,
  find,
  max,
  make,
  check,
  normalize,
  knownNew,
  placeholder,
  onChange,
}: { control: ControlProps; begun: Begun } & Required<Pick<Props, 'find' | 'max' | 'normalize' | 'knownNew'>> &
  Pick<Props, 'make' | 'check' | 'placeholder' | 'onChange'>) {
  const t = useText('tags_field')
  const listId = useId()
  const refusedId = `${listId}-refused`
  const input = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState(begun.words)
  /** For what comes later than the press that began it. */
  const latest = useRef(begun.words)
  const [typed, setTyped] = useState(begun.typed)
  useLayoutEffect(() => {
    if (begun.isHere) input.current?.focus()
  }, [begun])
  const [active, setActive] = useState(-1)
  const [said, setSaid] = useState('')
  const [refused, setRefused] = useState<WordRefusal>()
  const [foundNew, setFoundNew] = useState<string[]>([])
  const { found, settled, forget } = useSuggestions(typed, find)
  const word = typed.trim()
  const isNew = settled && ![...found.map(({ value }) => value), ...values].includes(word.toLowerCase())
  const options: (Suggestion & { isNew?: boolean })[] = [
    ...(refused?.near ?? found).filter((option) => !values.includes(option.value)),
    ...(make && isNew && values.length < max ? [{ value: word, isNew: true }] : []),
  ]
  const open = options.length > 0
  /** What was said when the form came back is said already. */
  const why = control['aria-invalid'] ? undefined : refused?.why

  const set = (next: string[], remark: string) => {
    latest.current = next
    setValues(next)
    setSaid(remark)
    onChange?.(next)
  }
  const without = (word: string) => latest.current.filter((value) => value !== word)
  /** What could be taken instead is only shown to somebody who is still there; why not, until something else is typed. */
  const closeNearest = () => setRefused((now) => now && { ...now, near: [] })
  const add = (written: string[]) => {
    const words = written.map(normalize)
    const before = latest.current
    const next = [...new Set([...before, ...words])].slice(0, max)
    setTyped('')
    setActive(-1)
    forget()
    setRefused(undefined)
    if (next.length > before.length) set(next, t('added', { tag: words.join(', ') }))
    else if (words.some((word) => !before.includes(word))) setSaid(t('full', { count: max }))
  }
  /** Words nobody chose from the list are looked at first: what can't be had is said here, not when the form is sent. */
  const take = (written: string[]) => {
    const words = written.map(normalize)
    add(words)
    if (!check) return
    for (const word of words.filter((one) => !values.includes(one) && !found.some(({ value }) => value === one)))
      void check(word).then(
        (refusal) => {
          if (!refusal) return
          if (refusal === 'new') {
            setFoundNew((former) => [...former, word])
            setSaid(t('added_new', { tag: word }))
            return
          }
          const isHere = document.activeElement === input.current
          setRefused(isHere ? refusal : { ...refusal, near: [] })
          set(without(word), refusal.why)
          // It stays to be corrected, unless something else is being typed.
          setTyped((now) => now || word)
        },
        () => {}, // the server decides when the form is sent
      )
  }
  const begin = async () => {
    setTyped('')
    setActive(-1)
    forget()
    const made = await make!.begin(word)
    if (made) add([made])
    else setTyped(word)
    input.current?.focus()
  }
  const choose = ({ value, isNew: unknown }: (typeof options)[number]) => {
    if (unknown) void begin()
    else add([value])
  }
  const remove = (value: string) => {
    set(without(value), t('removed', { tag: value }))
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const stepped = open ? steppedBy(event.key, active, options.length) : undefined
    if (stepped !== undefined) {
      event.preventDefault()
      setActive(stepped)
    } else if (event.key === 'Enter' && (typed.trim() || options[active])) {
      event.preventDefault()
      // Whoever can't make new ones means the one that there is.
      const isMeant =
        options.length === 1 && (options[0]!.isNew || (!make && options[0]!.value.startsWith(normalize(word))))
      const only = isMeant ? options[0] : undefined
      const chosen = options[active] ?? only
      if (chosen) choose(chosen)
      else take(wordsOf(typed))
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      forget()
      closeNearest()
    } else if (event.key === 'Backspace' && !typed && values.length > 0) {
      remove(values.at(-1)!)
    }
  }

  return (
    <div className="tag-input-box">
      <div className="tag-input" onClick={() => input.current?.focus()}>
        {values.map((value) => (
          <span className="tag" key={value}>
            {value}
            {[...knownNew, ...foundNew].includes(value) && <span className="tag-is-new">{t('new')}</span>}
            <button
              className="tag-remove"
              type="button"
              aria-label={t('remove', { tag: value })}
              onClick={() => remove(value)}
            >
              <Icon name="x" small />
            </button>
          </span>
        ))}
        <input
          {...control}
          ref={input}
          aria-invalid={refused ? true : control['aria-invalid']}
          aria-describedby={[why && refusedId, control['aria-describedby']].filter(Boolean).join(' ') || undefined}
          value={typed}
          placeholder={values.length === 0 ? placeholder : undefined}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 ? optionId(listId, active) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => {
            setActive(-1)
            setRefused(undefined)
            if (/[\s,]$/.test(target.value)) take(wordsOf(target.value))
            else setTyped(target.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            closeNearest()
            if (typed.trim() && !refused) take(wordsOf(typed))
            else forget()
          }}
        />
        <input type="hidden" name={name} value={[...values, ...wordsOf(typed).map(normalize)].join(',')} />
      </div>
      {open && (
        <OptionList
          id={listId}
          label={t(refused ? 'nearest' : 'suggestions')}
          className="tag-input-list"
          options={options}
          keyOf={({ value }) => value}
          active={active}
          choose={choose}
        >
          {(option) => (
            <>
              <span className="tag-option">
                {option.isNew ? make!.label(option.value) : option.value}
                {option.about && <span className="tag-about">{option.about}</span>}
              </span>
              {option.note && <span className="tag-count">{option.note}</span>}
            </>
          )}
        </OptionList>
      )}
      {why && (
        <FieldError id={refusedId} isSaid>
          {why}
        </FieldError>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}
