import { Form } from 'react-router'
import { SEARCH_QUERY_MAX } from '@askwell/contract/limits.ts'
import { useText } from '../../i18n/text.tsx'
import { className } from '../../ui/class-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { Key } from '../../ui/key.tsx'
import '../../ui/text-input.css'
import './search-box.css'

interface Props {
  /** The large one on the search page; the small one in the header answers to the `/` key. */
  large?: boolean
  query?: string
}

export function SearchBox({ large, query = '' }: Props) {
  const t = useText('layout')
  return (
    <Form
      className={className('search-box', large && 'search-box-large')}
      role="search"
      aria-label={t(large ? 'search_here' : 'search')}
      action="/search"
    >
      <Icon name="search" />
      <input
        className={className('input', large && 'input-large')}
        type="search"
        name="q"
        dir="auto"
        key={query}
        defaultValue={query}
        maxLength={SEARCH_QUERY_MAX}
        aria-label={t('search')}
        placeholder={t('search_placeholder')}
        aria-keyshortcuts={large ? undefined : '/'}
        enterKeyHint="search"
      />
      {!large && (
        <span className="needs-script" aria-hidden="true">
          <Key>/</Key>
        </span>
      )}
    </Form>
  )
}
