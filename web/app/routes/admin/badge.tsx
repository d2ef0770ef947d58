import {
  adminAwards,
  adminBadge,
  awardBadge,
  previewBadge,
  saveBadge,
  takeBackBadge,
} from '@askwell/contract/badges.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { data, redirect, useActionData, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Outcome, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { pageIn } from '../../components/lists/listing.ts'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { BadgeAwards } from './badge-awards.tsx'
import { BadgeBuilder } from './badge-builder.tsx'
import { draftIn } from './badge-draft.ts'
import { BadgePreview, type Preview } from './badge-preview.tsx'
import './badges.css'
import type { Route } from './+types/badge.ts'

const NEW = 'new'

const load = async ({ call, params, url }: RouteContext) => {
  const id = params.badgeId!
  if (id === NEW) return { badge: undefined, awards: undefined, page: 1 }
  const page = pageIn(url)
  const found = await Promise.all([
    call(adminBadge, { query: { id } }),
    call(adminAwards, { query: { id, page, page_size: PAGE.size } }),
  ]).catch((error: unknown) => {
    throw error instanceof CallFailed && error.status === 400 ? data(null, { status: 404 }) : error
  })
  return { badge: found[0], awards: found[1], page }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** A picture that was chosen goes before an icon. */
const iconOf = async ({ form, upload }: Submission, icon: string) => {
  const file = form.get('image')
  return file instanceof File && file.size > 0 ? upload(uploadFile, { source: 'branding', file }) : icon
}

const send = async (submission: Submission): Promise<Preview | Response> => {
  const { call, form, params, url } = submission
  const id = params.badgeId === NEW ? undefined : params.badgeId!
  switch (text(form, 'intent')) {
    case 'award':
      await call(awardBadge, { body: { id: id!, username: text(form, 'username'), reason: text(form, 'reason') } })
      return redirect(`${url.pathname}?done=awarded#awards`)
    case 'take':
      await call(takeBackBadge, { body: { id: text(form, 'award_id'), reason: text(form, 'reason') } })
      return redirect(`${url.pathname}?done=taken#awards`)
  }
  const draft = draftIn(form)
  if (form.has('preview')) {
    const { rule, is_single } = draft
    return call(previewBadge, { body: { rule, is_single, after: Number(text(form, 'after') || 0) } })
  }
  const saved = await call(saveBadge, {
    body: { ...draft, icon: await iconOf(submission, draft.icon), ...(id !== undefined && { id }) },
  })
  return redirect(`${paths.admin('badges')}/${saved.id}?done=saved`)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

const DONE = ['saved', 'awarded', 'taken'] as const

export default function AdminBadgePage({ loaderData: { badge, awards, page } }: Route.ComponentProps) {
  const t = useText('badge_admin')
  const [search] = useSearchParams()
  const outcome = useActionData() as Outcome<Preview> | undefined
  const done = DONE.find((one) => one === search.get('done'))
  return (
    <>
      <PageMeta title={badge?.name ?? t('new')} hidden />
      <PageTitle
        end={
          badge && (
            <ButtonLink to={paths.badge(badge.id)} icon="award">
              {t('look')}
            </ButtonLink>
          )
        }
      >
        {badge?.name ?? t('new')}
      </PageTitle>
      {done && (
        <Notice kind="success" role="status">
          {t(`done_${done}`)}
          {done === 'saved' && (
            <>
              {' '}
              <Link to={`${paths.admin('badges')}#task-award_past_badges`}>{t('past_later')}</Link>
            </>
          )}
        </Notice>
      )}
      {badge?.is_builtin && <Notice kind="info">{t('builtin')}</Notice>}
      <BadgeBuilder key={badge?.id ?? NEW} badge={badge}>
        {outcome?.ok && outcome.intent === 'save' && <BadgePreview preview={outcome.value} />}
      </BadgeBuilder>
      {badge && awards && <BadgeAwards badge={badge} awards={awards} page={page} />}
    </>
  )
}
