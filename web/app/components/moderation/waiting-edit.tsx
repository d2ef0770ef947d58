import { checkEdit, suggestions, type Unreviewed } from '@askwell/contract/revisions.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import type { Refusal } from '../../forms.tsx'
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
  isOwn: boolean
  anyway: string
}

/**
 * Asks first whether the viewer may edit. While a suggestion waits, that is shown instead;
 * members who need no review may go on all the same, at an address of its own. Its author goes on with it (`ownSuggestion`).
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
    const { waiting, may_decide, is_own, needs_review } = await call(suggestions, { query: { object_id } })
    if (!waiting || (!needs_review && url.searchParams.has('anyway'))) return null
    return {
      item: waiting,
      object_id,
      mayDecide: may_decide,
      isOwn: is_own,
      anyway: needs_review ? '' : `${url.pathname}?anyway=1`,
    }
  }
}

/** Whether what this member changes here shows only after a review. */
export const needsReview = async (call: RouteContext['call'], object_id: string) =>
  (await call(suggestions, { query: { object_id } })).needs_review

/** A suggestion that changes nothing isn't kept: the page says so, and what was typed beside it stays as the draft. */
export const wasNothing = async (
  call: RouteContext['call'],
  form: FormData,
  object_id: string,
  wait_for_review: boolean,
) => form.has('reviewed') && !wait_for_review && (await needsReview(call, object_id))

export function NothingChanged() {
  const t = useText('revisions')
  const [search] = useSearchParams()
  return search.has('unchanged') && <Notice kind="warning" role="status" title={t('suggest_nothing')} />
}

/** Where an edit begins: the text as it is, or the own suggestion that waits, which it then replaces. */
export interface EditBeginning {
  suggestion_id: string
  revision_id: string
  title: string
  content: string
  tags: string
  summary: string
}

/** Edited by others since in other places, it goes on from both edits; in the same places, saving it says so. */
export const ownSuggestion = (waiting: Waiting | null): EditBeginning | undefined => {
  if (!waiting?.isOwn || !waiting.item) return undefined
  const { unreviewed_info: own, merged, current_revision_id, base_revision_id } = waiting.item
  const mended = merged && !merged.conflicts ? merged : undefined
  return {
    suggestion_id: own.id,
    revision_id: merged && !mended ? base_revision_id : current_revision_id,
    title: mended?.title ?? own.content.title,
    content: mended?.content ?? own.content.content,
    tags: (mended?.tags ?? own.content.tags.map(({ slug_name }) => slug_name)).join(', '),
    summary: own.reason,
  }
}

export const OwnWaits = ({ object_id }: { object_id: string }) => {
  const t = useText('revisions')
  return (
    <Notice icon="clock">
      {t('own_waits')} <Link to={paths.suggestion(object_id)}>{t('see_own')}</Link>
    </Notice>
  )
}

/** Sent along, so that the edit replaces it. Once somebody has decided on it, what is sent again is an edit of its own. */
export const Replaces = ({ own, refusal }: { own: EditBeginning | undefined; refusal: Refusal | undefined }) =>
  own && !refusal?.reason.startsWith('error.review.decided_') ? (
    <input type="hidden" name="suggestion_id" value={own.suggestion_id} />
  ) : null

/** The draft of an edit; that of a suggestion of one's own ends with it. */
export const editDraft = (id: string, suggestion_id = '') => `edit-${id}${suggestion_id && `-${suggestion_id}`}`

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
