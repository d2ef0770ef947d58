import { type BulkKind, contentPage } from '@askwell/contract/bulk.ts'
import { objectId, parseObjectId } from '@askwell/contract/ids.ts'
import { PageForm } from '../../forms.tsx'
import type { RouteContext } from '../../session.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, SubmitButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { askedIn } from './bulk-wish.ts'

/** So many at once. */
const ERASED_AT_ONCE = 100
const TYPES = { question: 'questions', answer: 'answers', comment: 'questions', user: 'users' } as const

/** What goes for good, as the address says. */
export const eraseIn = (search: URLSearchParams) => {
  const { kind, picks } = askedIn(search)
  return {
    type: TYPES[kind],
    object_ids: picks.slice(0, ERASED_AT_ONCE).map((pick) => {
      const object = kind === 'user' ? null : parseObjectId(pick)
      return object ? objectId(object.type, object.number) : pick
    }),
  }
}

export interface Erasure {
  erased: number
  kept: { title: string; msg: string }[]
}

/** What is still there is called by its title. Hardly anything is, so each is asked for by itself. */
export const withTitles = (
  call: RouteContext['call'],
  kind: BulkKind,
  kept: { object_id: string; msg: string }[],
): Promise<Erasure['kept']> =>
  Promise.all(
    kept.map(async ({ object_id, msg }) => {
      if (kind === 'user') return { title: object_id, msg }
      const { list } = await call(contentPage, { query: { kind, query: object_id, page_size: 1 } })
      return { title: list[0]?.title ?? object_id, msg }
    }),
  )

/** The one act that nothing undoes. */
export function EraseForm({ kind, picks, back }: { kind: BulkKind; picks: string[]; back: string }) {
  const t = useText('bulk')
  const count = Math.min(picks.length, ERASED_AT_ONCE)
  return (
    <>
      <PageMeta title={t('act_erase')} hidden />
      <PageTitle note={t('picked', { count: picks.length })}>{t('act_erase')}</PageTitle>
      <Panel title={t('will_happen')}>
        <PageForm intent="erase">
          {(_field, { busy, done }) => {
            const outcome = done?.value as Erasure | null | undefined
            if (outcome)
              return (
                <>
                  <Notice kind="success" role="status" title={t('erased', { count: outcome.erased })} />
                  {outcome.kept.length > 0 && (
                    <Notice kind="warning" role="status" title={t('not_erased', { count: outcome.kept.length })}>
                      <ul className="bulk-samples">
                        {outcome.kept.map(({ title, msg }) => (
                          <li key={title}>
                            <bdi>{title}</bdi>: {msg}
                          </li>
                        ))}
                      </ul>
                    </Notice>
                  )}
                  <ButtonRow>
                    <ButtonLink to={back}>{t('to_list')}</ButtonLink>
                  </ButtonRow>
                </>
              )
            return (
              <>
                <p>{t(`erase_note_${kind === 'user' ? 'user' : 'post'}`, { count })}</p>
                {picks.length > ERASED_AT_ONCE && (
                  <Notice kind="info">{t('erase_first', { count: ERASED_AT_ONCE })}</Notice>
                )}
                <ButtonRow>
                  <SubmitButton look="danger-fill" busy={busy}>
                    {t('erase_now', { count })}
                  </SubmitButton>
                  <ButtonLink look="quiet" to={back}>
                    {t('to_list')}
                  </ButtonLink>
                </ButtonRow>
              </>
            )
          }}
        </PageForm>
      </Panel>
    </>
  )
}
