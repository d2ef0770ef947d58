import { questionTags } from '@askwell/contract/tags.ts'
import { searchUsers } from '@askwell/contract/users.ts'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRoot } from '../../root-data.ts'
import { call } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { optionId, OptionList, steppedBy } from '../../ui/option-list.tsx'
import { type Suggestion, useSuggestions } from '../../ui/use-suggestions.ts'
import './search-completions.css'
import { completed, operatorsFor, type Typing, typingAt } from './completing.ts'

const MOST = 8

const tagsLike = async (tag: string): Promise<Suggestion[]> =>
  (await call(questionTags, { query: { tag } })).map(({ slug_name }) => ({ value: slug_name }))
const usersLike = async (username: string): Promise<Suggestion[]> =>
  (await call(searchUsers, { query: { username } })).map((user) => ({ value: user.username, about: user.display_name }))

/** The field is the browser's: its text is what was typed, not state of the page. */
const write = (input: HTMLInputElement, text: string, cursor: number) => {
  input.value = text
  input.setSelectionRange(cursor, cursor)
}
const describe = (input: HTMLInputElement, attributes: Record<string, string | undefined>) => {
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined) input.removeAttribute(name)
    else input.setAttribute(name, value)
}

/** What the piece being typed in a search box may be: operators, tags, members. The box works without it. */
export function SearchCompletions({ box }: { box: RefObject<HTMLInputElement | null> }) {
  const t = useText('search')
  const { user } = useRoot()
  const id = useId()
  const [typing, setTyping] = useState<Typing>()
  const [active, setActive] = useState(-1)
  const isNamed = typing?.kind === 'tag' || (typing?.kind === 'user' && user !== null)
  const { found, forget } = useSuggestions(isNamed ? typing.typed : '', typing?.kind === 'user' ? usersLike : tagsLike)
  const options: Suggestion[] =
    typing?.kind === 'operator'
      ? operatorsFor(typing.typed).map(([value, meaning]) => ({ value, about: t(meaning) }))
      : found.slice(0, MOST)
  const open = typing !== undefined && options.length > 0

  const close = () => {
    setTyping(undefined)
    setActive(-1)
    forget()
  }
  const look = () => {
    const input = box.current!
    const now = typingAt(input.value, input.selectionStart ?? input.value.length)
    if (now?.kind !== typing?.kind) forget()
    setActive(-1)
    setTyping(now?.kind === 'operator' && now.typed === '' ? undefined : now)
  }
  const choose = ({ value }: Suggestion) => {
    const input = box.current!
    const { text, cursor } = completed(input.value, typing!, value)
    write(input, text, cursor)
    close()
    look()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (!open) {
      // All that can be written, for who asks.
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      const input = box.current!
      return setTyping(typingAt(input.value, input.selectionStart ?? input.value.length))
    }
    const stepped = steppedBy(event.key, active, options.length)
    if (stepped !== undefined) setActive(stepped)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && options[active]) choose(options[active])
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const heard = useRef({ look, close, onKey })
  useEffect(() => {
    heard.current = { look, close, onKey }
  })
  useEffect(() => {
    const input = box.current!
    const listened = new AbortController()
    const { signal } = listened
    input.addEventListener('input', () => heard.current.look(), { signal })
    input.addEventListener('keydown', (event) => heard.current.onKey(event), { signal })
    input.addEventListener('blur', () => heard.current.close(), { signal })
    return () => listened.abort()
  }, [box])
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      autocomplete: open ? 'off' : undefined,
      'aria-expanded': String(open),
      'aria-controls': open ? id : undefined,
      'aria-activedescendant': open && active >= 0 ? optionId(id, active) : undefined,
    }
    describe(box.current!, attributes)
  }, [box, open, active, id])
  if (!open) return null
  return (
    <OptionList
      id={id}
      label={t('completions')}
      className="search-completions"
      options={options}
      keyOf={({ value }) => value}
      active={active}
      choose={choose}
    >
      {({ value, about }) => (
        <>
          <code dir="ltr">{value}</code>
          {about && <small dir="auto">{about}</small>}
        </>
      )}
    </OptionList>
  )
}
