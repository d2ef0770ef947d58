import type { AdminAward, AdminBadge } from '@askwell/contract/badges.ts'
import { ADMIN_QUERY_MAX, BADGE_REASON_MAX } from '@askwell/contract/limits.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import { useSearchParams } from 'react-router'
import { PageForm } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { pagesOf, withQuery } from '../../components/lists/listing.ts'
import { UserAvatar, UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow, FormButtons, SubmitButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'

/** Who has a badge: awarding it by hand, and taking one back. */
export function BadgeAwards({ badge, awards, page }: { badge: AdminBadge; awards: Paged<AdminAward>; page: number }) {
  const t = useText('badge_admin')
  const [search] = useSearchParams()
  const here = `${paths.admin('badges')}/${badge.id}`
  const taking = awards.list.find(({ id }) => id === search.get('take'))
  return (
    <Panel title={t('awards')} id="awards">
      {taking && <TakeBack award={taking} back={here} />}
      <PageForm intent="award" labels={{ username: t('username'), reason: t('reason') }}>
        {(field, { busy }) => (
          <>
            <TextInput {...field('username')} label={t('username')} maxLength={ADMIN_QUERY_MAX} required />
            <TextInput
              {...field('reason')}
              label={t('reason')}
              help={t('reason_help')}
              maxLength={BADGE_REASON_MAX}
              required
            />
            <ButtonRow>
              <SubmitButton busy={busy} look="plain">
                {t('award')}
              </SubmitButton>
            </ButtonRow>
          </>
        )}
      </PageForm>
      {awards.count === 0 ? (
        <Empty icon="award" title={t('no_awards')} heading="h3" />
      ) : (
        <Table
          caption={t('awards')}
          columns={[{ name: t('user') }, { name: t('what_for') }, { name: t('when') }, { name: t('taken') }]}
        >
          {awards.list.map((award) => (
            <Award key={award.id} award={award} take={withQuery(here, { take: award.id, page })} />
          ))}
        </Table>
      )}
      <Pagination
        label={t('awards')}
        page={page}
        pages={pagesOf(awards.count)}
        address={(to) => withQuery(here, { page: to })}
      />
    </Panel>
  )
}

function Award({ award, take }: { award: AdminAward; take: string }) {
  const t = useText('badge_admin')
  const { user, created_at, awarded_by, reason, title, taken_back_at, taken_back_by, taken_back_reason } = award
  return (
    <tr>
      <th scope="row" data-label={t('user')}>
        <span className="table-person">
          <UserAvatar user={user} size="small" />
          <UserLink user={user} />
        </span>
      </th>
      <td data-label={t('what_for')}>
        {awarded_by ? (
          <>
            {t('by_hand', { name: awarded_by })}
            <span className="award-note">{reason}</span>
          </>
        ) : (
          title || t('by_rule')
        )}
      </td>
      <td data-label={t('when')}>
        <Time at={created_at} />
      </td>
      <td data-label={t('taken')}>
        {taken_back_at > 0 ? (
          <>
            {t('taken_by', { name: taken_back_by })} <Time at={taken_back_at} />
            <span className="award-note">{taken_back_reason}</span>
          </>
        ) : (
          <ButtonLink size="small" to={take} keepScroll>
            {t('take_back')}
            <span className="visually-hidden">{` ${user.display_name}`}</span>
          </ButtonLink>
        )}
      </td>
    </tr>
  )
}

function TakeBack({ award, back }: { award: AdminAward; back: string }) {
  const t = useText('badge_admin')
  return (
    <PageDialog title={t('take_back_from', { name: award.user.display_name })} back={back}>
      <p>{t('take_back_help')}</p>
      <PageForm intent="take" labels={{ reason: t('reason') }}>
        {(field, { busy }) => (
          <>
            <input type="hidden" name="award_id" value={award.id} />
            <TextInput
              {...field('reason')}
              id="field-take-reason"
              label={t('reason')}
              maxLength={BADGE_REASON_MAX}
              required
            />
            <FormButtons back={back} leave={t('cancel')}>
              <SubmitButton look="danger-fill" busy={busy}>
                {t('take_back')}
              </SubmitButton>
            </FormButtons>
          </>
        )}
      </PageForm>
    </PageDialog>
  )
}
