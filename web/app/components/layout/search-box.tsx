import { startTransition, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useText } from '../../i18n/text.tsx'
import { className } from '../../ui/class-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { Key } from '../../ui/key.tsx'
import type { SearchCompletions } from './search-completions.tsx'
import '../../ui/text-input.css'
import './search-box.css'

interface Props {
  /** The large one on the search page; the small one in the header answers to the `/` key. */
  large?: boolean
  query?: string
}

export function SearchBox({ large, query = '' }: Props) {
  const t = useText('layout')
  const input = useRef<HTMLInputElement>(null)
  const [Completions, setCompletions] = useState<typeof SearchCompletions>()
  // A convenience: where the script can't be had, one types the whole of it.
  const complete = () =>
    void import('./search-completions.tsx').then(
      (part) => startTransition(() => setCompletions(() => part.SearchCompletions)),
      () => {},
    )
  useEffect(() => {
    if (document.activeElement === input.current) complete()
  }, [])
  return (
    <Form
      className={className('search-box', large && 'search-box-large')}
      role="search"
      aria-label={t(large ? 'search_here' : 'search')}
      action="/search"
    >
      <Icon name="search" />
      <input
        ref={input}
        onFocus={complete}
        className={className('input', large && 'input-large')}
        type="search"
        name="q"
        dir="auto"
        key={query}
        defaultValue={query}
        aria-label={t('search')}
        placeholder={t('search_placeholder')}
        aria-keyshortcuts={large ? undefined : '/'}
        enterKeyHint="search"
        autoFocus={large && !query}
      />
      {!large && (
        <span className="needs-script" aria-hidden="true">
          <Key>/</Key>
        </span>
      )}
      {Completions && <Completions key={`for ${query}`} box={input} />}
    </Form>
  )
}
