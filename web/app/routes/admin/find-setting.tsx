import { useId } from 'react'
import { Form } from 'react-router'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Key } from '../../ui/key.tsx'
import '../../components/layout/search-box.css'
import '../../ui/text-input.css'
import './find-setting.css'

/** Answers to the `/` key wherever it stands on the page. */
export function FindSetting({ query = '', large }: { query?: string; large?: boolean }) {
  const t = useText('audit')
  const id = useId()
  return (
    <Form
      className={large ? 'search-box search-box-large' : 'search-box find-setting'}
      role="search"
      aria-label={t('search_label')}
      action={paths.admin('find')}
    >
      <Icon name="search" />
      <input
        className={large ? 'input input-large' : 'input'}
        id={id}
        type="search"
        name="query"
        dir="auto"
        key={query}
        defaultValue={query}
        aria-label={t('search_label')}
        placeholder={t(large ? 'search_label' : 'search_placeholder')}
        aria-keyshortcuts={large ? undefined : '/'}
        enterKeyHint="search"
        autoFocus={large && !query}
      />
      {!large && (
        <span className="needs-script" aria-hidden="true">
          <Key>/</Key>
        </span>
      )}
    </Form>
  )
}
