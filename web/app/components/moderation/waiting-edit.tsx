import { checkEdit, suggestions, type Unreviewed } from '@askwell/contract/revisions.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { paths } from '../../paths.ts'
import type { RouteContext } from '../../session.ts'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, ButtonRow } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { PageFrame } from '../layout/page-frame.tsx'
import { PageMeta } from '../layout/page-meta.tsx'
import { Suggestion } from './suggestion.tsx'

/** What is in the way of an edit: a suggestion that waits. */
export interface Waiting {
  item: Unreviewed | null
  object_id: string
  mayDecide: boolean
  anyway: string
}

/**
 * Asks first whether the viewer may edit. While a suggestion waits, that is shown instead;
 * members who need no review may go on all the same, at an address of its own.
 */
export const waitingFirst = async (
  call: RouteContext['call'],
  object_id: string,
  url: URL,
): Promise<Waiting | null> => {
  try {
    await call(checkEdit, { query: { id: object_id } })
    return null
  } catch (error) {
    if (!(error instanceof CallFailed) || error.status !== 400) throw error
    const { waiting, may_decide, needs_review } = await call(suggestions, { query: { object_id } })
    if (!waiting || (!needs_review && url.searchParams.has('anyway'))) return null
    return { item: waiting, object_id, mayDecide: may_decide, anyway: needs_review ? '' : `${url.pathname}?anyway=1` }
  }
}

export function WaitingEdit({
  title,
  name,
  address,
  waiting,
}: {
  title: string
  name: string
  address: string
  waiting: Waiting
}) {
  const t = useText('revisions')
  return (
    <PageFrame>
      <PageMeta title={title} hidden />
      <PageTitle note={<Link to={address}>{name}</Link>}>{title}</PageTitle>
      <Notice icon="clock">{t(waiting.anyway ? 'waits_first_anyway' : 'waits_first')}</Notice>
      {waiting.item && <Suggestion item={waiting.item} />}
      <ButtonRow>
        {waiting.mayDecide && (
          <ButtonLink look="primary" to={paths.suggestion(waiting.object_id)}>
            {t('decide')}
          </ButtonLink>
        )}
        {waiting.anyway && (
          <ButtonLink icon="pencil" to={waiting.anyway}>
            {t('edit_all_the_same')}
          </ButtonLink>
        )}
        <ButtonLink to={address}>{t('comment_on_it')}</ButtonLink>
      </ButtonRow>
    </PageFrame>
  )
}
