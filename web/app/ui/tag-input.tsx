import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '../i18n/text.tsx'
import { Field, type ControlProps, type FieldFrame } from './field.tsx'
import { useHydrated } from './hydrated.ts'
import { Icon } from './icon.tsx'
import './menu.css'
import './tag-input.css'
import './text-input.css'

export interface Suggestion {
  value: string
  /** Beside it: how often it is used, or what it stands for. */
  note?: string
}

/** A way to make what there is none of; nothing comes of it when the person gives up. */
interface Make {
  label: (typed: string) => string
  begin: (typed: string) => Promise<string | undefined>
}

interface Props extends FieldFrame {
  defaultValue?: string[]
  /** What matches the beginning of a word, best first. */
  find: (typed: string) => Promise<Suggestion[]>
  max?: number
  make?: Make
  placeholder?: string
  onChange?: (values: string[]) => void
}

const SEARCH_DELAY = 200

/** Several words split at commas and spaces, each once. */
export const wordsOf = (text: string) => [...new Set(text.split(/[\s,]+/).filter(Boolean))]

/** Words with suggestions. Without scripts a plain field for words with commas between; both send them so, under one name. */
export function TagInput({ defaultValue = [], find, max = Infinity, make, placeholder, onChange, ...frame }: Props) {
  const hydrated = useHydrated()
  return (
    <Field {...frame}>
      {(control) =>
        hydrated ? (
          <Combobox {...{ control, defaultValue, find, max, make, placeholder, onChange }} />
        ) : (
          <input
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
  defaultValue,
  find,
  max,
  make,
  placeholder,
  onChange,
}: { control: ControlProps } & Required<Pick<Props, 'defaultValue' | 'find' | 'max'>> &
  Pick<Props, 'make' | 'placeholder' | 'onChange'>) {
  const t = useText('tags_field')
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState(defaultValue)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const [said, setSaid] = useState('')
  const { found, settled, forget } = useSuggestions(typed, find)
  const word = typed.trim()
  const isNew = settled && ![...found.map(({ value }) => value), ...values].includes(word.toLowerCase())
  const options: (Suggestion & { isNew?: boolean })[] = [
    ...found.filter((option) => !values.includes(option.value)),
    ...(make && isNew && values.length < max ? [{ value: word, isNew: true }] : []),
  ]
  const open = options.length > 0

  const set = (next: string[], remark: string) => {
    setValues(next)
    setSaid(remark)
    onChange?.(next)
  }
  const add = (words: string[]) => {
    const next = [...new Set([...values, ...words])].slice(0, max)
    setTyped('')
    setActive(-1)
    forget()
    if (next.length > values.length) set(next, t('added', { tag: words.join(', ') }))
    else if (words.some((word) => !values.includes(word))) setSaid(t('full', { count: max }))
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
    set(
      values.filter((other) => other !== value),
      t('removed', { tag: value }),
    )
    input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && open) {
      event.preventDefault()
      setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length)
    } else if (event.key === 'Enter' && (typed.trim() || options[active])) {
      event.preventDefault()
      const only = options.length === 1 && options[0]!.isNew ? options[0] : undefined
      const chosen = options[active] ?? only
      if (chosen) choose(chosen)
      else add(wordsOf(typed))
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      forget()
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
          value={typed}
          placeholder={values.length === 0 ? placeholder : undefined}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => {
            setActive(-1)
            if (/[\s,]$/.test(target.value)) add(wordsOf(target.value))
            else setTyped(target.value)
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (typed.trim()) add(wordsOf(typed))
            else forget()
          }}
        />
        <input type="hidden" name={name} value={[...values, ...wordsOf(typed)].join(',')} />
      </div>
      {open && (
        <ul className="menu-panel tag-input-list" id={listId} role="listbox" aria-label={t('suggestions')}>
          {options.map((option, place) => (
            <li
              key={option.value}
              className="menu-item"
              role="option"
              id={`${listId}-${place}`}
              aria-selected={place === active}
              data-state={place === active ? 'hover' : undefined}
              onPointerDown={(event) => {
                event.preventDefault()
                choose(option)
              }}
            >
              <span>{option.isNew ? make!.label(option.value) : option.value}</span>
              {option.note && <span className="tag-count">{option.note}</span>}
            </li>
          ))}
        </ul>
      )}
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  )
}

/** What was found for the text, asked for once the typing pauses; a late answer to an older text is dropped. */
function useSuggestions(typed: string, find: Props['find']) {
  const [found, setFound] = useState<Suggestion[]>([])
  const [answered, setAnswered] = useState('')
  const asked = useRef(0)
  const finder = useRef(find)
  useEffect(() => {
    finder.current = find
  })
  const forget = () => {
    asked.current++
    setFound([])
    setAnswered('')
  }
  useEffect(() => {
    const word = typed.trim()
    if (!word) return
    const mine = ++asked.current
    const timer = setTimeout(() => {
      // Suggestions are a convenience: where they fail, one types the word.
      finder.current(word).then(
        (list) => {
          if (asked.current !== mine) return
          setFound(list)
          setAnswered(word)
        },
        () => {},
      )
    }, SEARCH_DELAY)
    return () => clearTimeout(timer)
  }, [typed])
  // `settled`: what was found is for what stands there.
  return { found: typed.trim() ? found : [], settled: typed.trim() !== '' && answered === typed.trim(), forget }
}
