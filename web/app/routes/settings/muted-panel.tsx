import type { MutedTopic } from '@askwell/contract/channels.ts'
import type { Static } from 'typebox'
import { PageForm } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { paths } from '../../paths.ts'
import { TAG_NAME } from '@askwell/contract/limits.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Questions and tags that one wants to hear nothing of. */
export function MutedPanel({ topics }: { topics: Static<typeof MutedTopic>[] }) {
  const t = useText('settings')
  return (
    <Panel title={t('muted')} note={t('muted_note')} id="muted">
      <PageForm intent="mute-tag" key={topics.length}>
        {(field, { busy }) => (
          <div className="muted-add">
            <TextInput {...field('tag')} label={t('mute_tag')} autoComplete="off" maxLength={TAG_NAME.max} required />
            <SubmitButton busy={busy} look="plain">
              {t('mute')}
            </SubmitButton>
          </div>
        )}
      </PageForm>
      <ul className="muted-list">
        {topics.map(({ object_id, title, slug_name, url_title }) => (
          <li key={object_id}>
            <Link to={slug_name ? paths.tag(slug_name) : paths.question({ id: object_id, url_title })} dir="auto">
              {title}
            </Link>
            <PageForm intent="unmute">
              {() => (
                <>
                  <input type="hidden" name="object_id" value={object_id} />
                  <Button type="submit" size="small" aria-label={t('unmute_of', { title })}>
                    {t('unmute')}
                  </Button>
                </>
              )}
            </PageForm>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
