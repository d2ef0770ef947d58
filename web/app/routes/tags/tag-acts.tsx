import type { TagInfo } from '@askwell/contract/tags.ts'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { findTags } from '../../components/editor/find-tags.ts'
import { useText } from '../../i18n/text.tsx'
import { FormButtons, SubmitButton } from '../../ui/button.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { TagInput } from '../../ui/tag-input.tsx'

export const TAG_ACTS = ['merge', 'synonyms', 'delete', 'undelete'] as const
export type TagAct = (typeof TAG_ACTS)[number]

export const actAddress = (slug: string, act: TagAct) => `${paths.tagInfo(slug)}?act=${act}`

interface Props {
  act: TagAct | undefined
  tag: TagInfo
  synonyms: string[]
}

/** What staff do to a tag: a dialog with an address of its own, so that without scripts it is a page. */
export function TagActs({ act, tag, synonyms }: Props) {
  const t = useText('tags')
  if (!act) return null
  const back = paths.tagInfo(tag.slug_name)
  return (
    <PageDialog title={t(`${act}_title`, { tag: tag.display_name || tag.slug_name })} back={back}>
      <ActForm act={act} tag={tag} synonyms={synonyms} back={back} />
    </PageDialog>
  )
}

function ActForm({ act, tag, synonyms, back }: Props & { act: TagAct; back: string }) {
  const t = useText('tags')
  const name = tag.display_name || tag.slug_name
  return (
    <PageForm key={act} intent={act} labels={{ target: t('merge_target'), synonym_tag_list: t('synonyms_label') }}>
      {(field, { busy }) => (
        <>
          <input type="hidden" name="tag_id" value={tag.tag_id} />
          {act === 'merge' && (
            <>
              <p className="tag-act-note">{t('merge_note', { tag: name })}</p>
              <TagInput
                {...field('target')}
                label={t('merge_target')}
                help={t('merge_help')}
                find={findTags}
                max={1}
                defaultValue={wordsIn(field('target').defaultValue)}
              />
            </>
          )}
          {act === 'synonyms' && (
            <TagInput
              {...field('synonym_tag_list')}
              label={t('synonyms_label')}
              help={t('synonyms_help', { tag: name })}
              find={findTags}
              defaultValue={wordsIn(field('synonym_tag_list').defaultValue) ?? synonyms}
            />
          )}
          {act === 'delete' && <p className="tag-act-note">{t('delete_note')}</p>}
          {act === 'undelete' && <p className="tag-act-note">{t('undelete_note')}</p>}
          <FormButtons back={back} leave={t('cancel')}>
            <SubmitButton look={act === 'delete' || act === 'merge' ? 'danger-fill' : 'primary'} busy={busy}>
              {t(`${act}_send`)}
            </SubmitButton>
          </FormButtons>
        </>
      )}
    </PageForm>
  )
}

const wordsIn = (typed: string | undefined) => typed?.split(/[\s,]+/).filter(Boolean)
