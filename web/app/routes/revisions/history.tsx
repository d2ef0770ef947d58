import { EDIT_SUMMARY_MAX } from '@askwell/contract/limits.ts'
import { type Revision, revisions, rollBack, suggestions } from '@askwell/contract/revisions.ts'
import { redirect } from 'react-router'
import { inBrowserSubmit, onServerSubmit, PageForm, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useRoot } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { Diff, Diffs } from '../../components/diff/diff.tsx'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { TagList } from '../../components/lists/tag-chip.tsx'
import { UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink, SubmitButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Time } from '../../ui/time.tsx'
import { objectIdIn, thingOf } from './thing.ts'
import type { Route } from './+types/history.ts'
import './revisions.css'
import '../../components/post/post-action.css'

const AT_ONCE = 10

const load = async ({ call, params, url, user }: RouteContext) => {
  const object_id = objectIdIn(params)
  const before = Number(url.searchParams.get('before')) || 0
  // One more than is shown: what the last one is compared with. Of long texts there are fewer.
  const list = await call(revisions, {
    query: { object_id, order: 'newest', before, page_size: AT_ONCE + 1, changes: true },
  })
  const shown = list.length > 1 && list.at(-1)!.number > 1 ? list.slice(0, -1) : list
  const own = user?.mail_status === 1 ? await call(suggestions, { query: { object_id } }) : undefined
  return {
    thing: await thingOf(call, object_id),
    // What stands in the changes needn't be there twice.
    list: shown.map((revision, at) => ({
      ...revision,
      content: { ...revision.content, content: '' },
      compared: at + 1 < list.length,
    })),
    before,
    waits: Boolean(own?.waiting),
    mayRollBack: Boolean(own?.may_edit && !own.needs_review),
    back: url.searchParams.has('back'),
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const send = async ({ call, form, url }: Submission) => {
  await call(rollBack, { body: { revision_id: text(form, 'revision_id'), reason: text(form, 'reason') } })
  return redirect(`${url.pathname}?back=1`)
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

/** The texts that a question, an answer or a tag has had, newest first, each against the one before. */
export default function History({
  loaderData: { thing, list, before, waits, mayRollBack, back },
}: Route.ComponentProps) {
  const t = useText('revisions')
  const { user } = useRoot()
  const oldest = list.at(-1)
  const older = oldest && oldest.number > 1 ? `?before=${oldest.number}` : undefined
  return (
    <PageFrame>
      <PageMeta title={t('history_of', { name: thing.name })} canonical={paths.revisions(thing)} hidden />
      <PageTitle
        note={<Link to={thing.address}>{thing.name}</Link>}
        end={
          user && (
            <ButtonLink icon="clock" to={paths.timelineOf(thing)}>
              {t('timeline')}
            </ButtonLink>
          )
        }
      >
        {t('history')}
      </PageTitle>
      {back && (
        <Notice kind="success" role="status">
          {t('rolled_back')}
        </Notice>
      )}
      {waits && (
        <Notice icon="clock">
          <p>
            {t('one_waits')} <Link to={paths.suggestion(thing.id)}>{t('see_it')}</Link>
          </p>
        </Notice>
      )}
      <Diffs label={t('newest_first')}>
        <ol className="revisions" reversed>
          {list.map((revision, at) => (
            <RevisionItem
              key={revision.id}
              revision={revision}
              alone={at > 0 ? `${paths.revisions(thing)}?before=${revision.number + 1}` : undefined}
              current={at === 0 && before === 0}
              mayRollBack={mayRollBack}
            />
          ))}
        </ol>
      </Diffs>
      {(before > 0 || older) && (
        <nav className="button-row" aria-label={t('pages')}>
          {before > 0 && <ButtonLink to={paths.revisions(thing)}>{t('newest')}</ButtonLink>}
          {older && (
            <ButtonLink to={paths.revisions(thing) + older} rel="next">
              {t('older')}
            </ButtonLink>
          )}
        </nav>
      )}
    </PageFrame>
  )
}

function RevisionItem({
  revision,
  alone,
  current,
  mayRollBack,
}: {
  revision: Revision & { compared: boolean }
  /** Where it is the first on the page, if it isn't here. */
  alone: string | undefined
  current: boolean
  mayRollBack: boolean
}) {
  const t = useText('revisions')
  const { number, restored_number, user_info, create_at, reason, id } = revision
  const did = number === 1 ? t('wrote') : restored_number ? t('went_back', { number: restored_number }) : t('edited')
  return (
    <li className="revision" id={`revision-${number}`}>
      <header className="revision-head">
        <h2>
          {t('number', { number })}
          {current && <span className="role">{t('current')}</span>}
        </h2>
        <p className="revision-facts">
          <UserLink user={user_info} /> {did} <Time at={create_at} exact />
        </p>
        {mayRollBack && !current && (
          <Confirm
            align="end"
            summaryClass="post-action"
            summary={
              <>
                <Icon name="undo" small />
                {t('roll_back')}
              </>
            }
            question={t('roll_back_question', { number })}
          >
            {(cancel) => (
              <PageForm intent={`rollback-${id}`}>
                {(field, { busy }) => (
                  <>
                    <input type="hidden" name="revision_id" value={id} />
                    <TextInput
                      {...field('reason')}
                      id={`reason-${id}`}
                      label={t('why')}
                      maxLength={EDIT_SUMMARY_MAX}
                      autoComplete="off"
                    />
                    <div className="dialog-buttons">
                      {cancel}
                      <SubmitButton busy={busy}>{t('roll_back')}</SubmitButton>
                    </div>
                  </>
                )}
              </PageForm>
            )}
          </Confirm>
        )}
      </header>
      {reason && (
        <p className="revision-why" dir="auto">
          {reason}
        </p>
      )}
      {revision.compared ? (
        <>
          <Diff changes={revision.changes ?? null} more={alone} />
          <details className="revision-shown">
            <summary>{t('as_shown')}</summary>
            <Prose html={revision.content.html} />
          </details>
        </>
      ) : (
        <FirstText revision={revision} />
      )}
    </li>
  )
}

/** There is nothing to compare it with. */
const FirstText = ({
  revision: {
    content: { title, html, tags },
  },
}: {
  revision: Revision
}) => (
  <>
    {title && <h3 dir="auto">{title}</h3>}
    <Prose html={html} />
    {tags.length > 0 && <TagList tags={tags} />}
  </>
)
