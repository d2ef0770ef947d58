import { type Activity, timeline, timelineDetail } from '@askwell/contract/revisions.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { Diff, Diffs } from '../../components/diff/diff.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { Time } from '../../ui/time.tsx'
import { objectIdIn } from './thing.ts'
import type { Route } from './+types/timeline.ts'
import './revisions.css'

/** What one entry has changed. */
const changeOf = async (call: RouteContext['call'], entry: Activity) => {
  const { changes } = await call(timelineDetail, {
    query: { new_revision_id: entry.revision_id, old_revision_id: entry.former_revision_id },
  })
  return { entry, changes }
}

const load = async ({ call, params, url }: RouteContext) => {
  const [votes, before] = [url.searchParams.has('votes'), url.searchParams.get('before') ?? '']
  const found = await call(timeline, { query: { object_id: objectIdIn(params), show_vote: votes, before } })
  const wanted = url.searchParams.get('change')
  const entry = wanted ? found.timeline.find(({ revision_id }) => revision_id === wanted) : undefined
  return { ...found, votes, before, change: entry ? await changeOf(call, entry) : undefined }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const ICONS: Partial<Record<Activity['activity_type'], IconName>> = {
  asked: 'help',
  answered: 'messageCircle',
  commented: 'quote',
  edited: 'pencil',
  rollback: 'undo',
  created: 'tag',
  merged: 'merge',
  parted: 'tag',
  widened: 'merge',
  closed: 'lock',
  reopened: 'refresh',
  deleted: 'trash',
  undeleted: 'undo',
  accept: 'circleCheck',
  pin: 'pin',
  unpin: 'pin',
  hide: 'eyeOff',
  show: 'list',
  locked: 'lock',
  protected: 'lock',
  combined: 'merge',
  edit_approved: 'circleCheck',
  upvote: 'chevronUp',
  downvote: 'chevronDown',
}

/** All that has happened to a question, an answer or a tag: what, who, when and why. */
export default function TimelinePage({
  loaderData: { object_info, timeline: list, older, votes, before, change },
}: Route.ComponentProps) {
  const t = useText('timeline')
  const user = useUser()
  const { object_type: type, object_id: id, question_id, answer_id, title, url_title } = object_info
  const thing = { type, id, question_id }
  const question = { id: question_id, url_title }
  const address =
    type === 'tag' ? paths.tagInfo(title) : answer_id ? paths.answer(question, answer_id) : paths.question(question)
  const here = paths.timelineOf(thing)
  const query = (more: Record<string, string>) => {
    const asked = new URLSearchParams({ ...(votes && { votes: '1' }), ...more }).toString()
    return asked ? `${here}?${asked}` : here
  }
  const onThisPage: Record<string, string> = before ? { before } : {}
  return (
    <PageFrame>
      <PageMeta title={t('title_of', { name: title })} hidden />
      <PageTitle
        note={<Link to={address}>{title}</Link>}
        end={
          <>
            {isStaff(user) && (
              <ButtonLink icon="rows" to={paths.audit(id)}>
                {t('audit')}
              </ButtonLink>
            )}
            <ButtonLink icon="pencil" to={paths.revisions(thing)}>
              {t('history')}
            </ButtonLink>
          </>
        }
      >
        {t('title')}
      </PageTitle>
      {change && <Change change={change} back={query(onThisPage)} />}
      {type !== 'tag' && (
        <p className="page-lead">
          <Link to={votes ? here : `${here}?votes=1`}>{t(votes ? 'without_votes' : 'with_votes')}</Link>
        </p>
      )}
      <ol className="timeline">
        {list.map((one) => (
          <Entry
            key={one.activity_id}
            activity={one}
            place={type === 'tag' ? address : placeOf(one, question, address)}
            change={query({ ...onThisPage, change: one.revision_id })}
          />
        ))}
      </ol>
      {(before || older) && (
        <nav className="button-row" aria-label={t('pages')}>
          {before && <ButtonLink to={query({})}>{t('newest')}</ButtonLink>}
          {older && (
            <ButtonLink to={query({ before: older })} rel="next">
              {t('older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </PageFrame>
  )
}

/** Where one sees what it is about. */
const placeOf = (
  { object_type, object_id }: Activity,
  question: { id: string; url_title: string },
  address: string,
) => {
  if (object_type === 'answer') return paths.answer(question, object_id)
  return object_type === 'comment' ? `${address}#comment-${object_id}` : address
}

function Who({ user }: { user: Activity['user_info'] }) {
  const t = useText('timeline')
  return user.id ? (
    <UserLink user={{ ...user, status: user.status === 'deleted' ? 'deleted' : 'normal' }} />
  ) : (
    <>{t('nobody')}</>
  )
}

/** Above the timeline, in a dialog; without scripts as a part of the page. */
function Change({ change: { entry, changes }, back }: { change: Awaited<ReturnType<typeof changeOf>>; back: string }) {
  const t = useText('timeline')
  const { activity_type, created_at, user_info, comment } = entry
  return (
    <PageDialog title={t('change')} back={back} wide>
      <p className="revision-facts">
        <b>{t(`activity.${activity_type}`)}</b>
        {' · '}
        <Who user={user_info} /> · <Time at={created_at} exact />
      </p>
      {comment && <Prose html={comment} look="small" />}
      <Diffs label={t('compared')}>
        <Diff changes={changes} />
      </Diffs>
    </PageDialog>
  )
}

function Entry({ activity, place, change }: { activity: Activity; place: string; change: string }) {
  const t = useText('timeline')
  const { activity_type, user_info, created_at, comment, cancelled, cancelled_at, revision_id } = activity
  const word = t(`activity.${activity_type}`)
  return (
    <li className="timeline-entry" data-type={activity_type} data-cancelled={cancelled || undefined}>
      <Icon name={ICONS[activity_type] ?? 'clock'} small />
      <div>
        <p className="revision-facts">
          <b>
            {revision_id === '0' ? (
              <Link to={place}>{word}</Link>
            ) : (
              <Link to={change} keepScroll>
                {word}
              </Link>
            )}
          </b>
          {' · '}
          <Who user={user_info} /> · <Time at={created_at} exact />
        </p>
        {cancelled && (
          <p className="timeline-note">
            {t('taken_back')}
            {cancelled_at > 0 && (
              <>
                {' '}
                <Time at={cancelled_at} exact />
              </>
            )}
          </p>
        )}
        {comment && <Prose html={comment} look="small" />}
      </div>
    </li>
  )
}
