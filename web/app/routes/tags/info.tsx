import { tagLeaders } from '@askwell/contract/directory.ts'
import {
  deleteTag,
  mergeTags,
  recoverTag,
  saveSynonyms,
  tag as tagEndpoint,
  tagSynonyms,
} from '@askwell/contract/tags.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { redirect, replace, useSearchParams } from 'react-router'
import { inBrowserSubmit, onServerSubmit, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { FollowControl } from '../../components/user/follow-control.tsx'
import { MuteTag, sendFollowOrMute } from '../../components/user/mute-control.tsx'
import { intents } from '../../components/post/intents.ts'
import { AsideSection, PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { TagChip } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Prose } from '../../ui/raw-html.tsx'
import { wordsOf } from '../../ui/tag-input.tsx'
import { Time } from '../../ui/time.tsx'
import { isTagMuted } from './is-tag-muted.ts'
import { Leaders } from './leaders.tsx'
import { actAddress, TAG_ACTS, type TagAct, TagActs } from './tag-acts.tsx'
import type { Route } from './+types/info.ts'
import './tags.css'

const load = async (visit: RouteContext) => {
  const { call, params, url } = visit
  const name = params.tagName!
  const tag = await call(tagEndpoint, { query: { name } })
  const slug = tag.main_tag_slug_name || tag.slug_name
  if (slug !== name) throw replace(paths.tagInfo(slug) + url.search, 301)
  const [{ synonyms, member_actions }, leaders, is_muted] = await Promise.all([
    call(tagSynonyms, { query: { tag_id: tag.tag_id } }),
    call(tagLeaders, { query: { name: tag.slug_name } }),
    isTagMuted(visit, tag.tag_id),
  ])
  return {
    tag,
    leaders,
    is_muted,
    synonyms: synonyms.map(({ slug_name }) => slug_name),
    maySaveSynonyms: tag.status === 'available' && member_actions.length > 0,
  }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

/** What isn't there to merge into is said at the field. */
const namedTag = async (call: RouteContext['call'], name: string) => {
  try {
    return await call(tagEndpoint, { query: { name } })
  } catch (error) {
    throw error instanceof CallFailed && error.status === 404
      ? new CallFailed(400, error.reason, error.message, [{ error_field: 'target', error_msg: error.message }])
      : error
  }
}

const send = async (submission: Submission) => {
  const { call, form, params } = submission
  const tag_id = text(form, 'tag_id')
  const act = text(form, 'intent') as TagAct | typeof intents.follow | typeof intents.mute
  if (act === intents.follow || act === intents.mute) return sendFollowOrMute(submission)
  if (act === 'merge') {
    const target = await namedTag(call, wordsOf(text(form, 'target'))[0] ?? '')
    await call(mergeTags, { body: { source_tag_id: tag_id, target_tag_id: target.tag_id } })
    return redirect(paths.tagInfo(target.main_tag_slug_name || target.slug_name))
  }
  if (act === 'synonyms')
    await call(saveSynonyms, {
      body: { tag_id, synonym_tag_list: wordsOf(text(form, 'synonym_tag_list')).map((slug_name) => ({ slug_name })) },
    })
  if (act === 'delete') await call(deleteTag, { body: { tag_id } })
  if (act === 'undelete') await call(recoverTag, { body: { tag_id } })
  return redirect(paths.tagInfo(params.tagName!))
}
export const action = onServerSubmit(send)
export const clientAction = inBrowserSubmit(send)

export default function TagInfo({
  loaderData: { tag, leaders, is_muted, synonyms, maySaveSynonyms },
}: Route.ComponentProps) {
  const t = useText('tags')
  const user = useUser()
  const [asked] = useSearchParams()
  const name = tag.display_name || tag.slug_name
  const questions = paths.tag(tag.slug_name)
  const wordFor = (action: string) => tag.member_actions.find((one) => one.action === action)?.name
  const [edit, merge, remove, undelete] = ['edit', 'merge', 'delete', 'undelete'].map(wordFor)
  const act = TAG_ACTS.find((one) => one === asked.get('act') && (one === 'synonyms' ? maySaveSynonyms : wordFor(one)))
  const deleted = tag.status === 'deleted'
  return (
    <PageFrame
      asideLabel={t('facts')}
      aside={
        <AsideSection id="tag-facts" title={t('facts')}>
          <ul className="tag-facts">
            <li>
              <TagChip tag={tag} />
            </li>
            {!deleted && (
              <li>
                <Link to={questions}>{t('questions', { count: tag.question_count })}</Link>
              </li>
            )}
            <li>{t('followers', { count: tag.follow_count })}</li>
            {tag.created_at > 0 && (
              <li>
                {t('made')} <Time at={tag.created_at} />
              </li>
            )}
            <li>
              <Link to={paths.revisions({ type: 'tag', id: tag.tag_id, question_id: '' })}>{t('history')}</Link>
            </li>
            {user && (
              <li>
                <Link to={paths.tagTimeline(tag.tag_id)}>{t('timeline')}</Link>
              </li>
            )}
          </ul>
        </AsideSection>
      }
    >
      <PageMeta
        title={t('about', { tag: name })}
        description={tag.description}
        canonical={paths.tagInfo(tag.slug_name)}
        hidden={deleted}
      />
      <PageTitle
        end={
          !deleted && (
            <>
              <FollowControl object_id={tag.tag_id} is_followed={tag.is_follower} />
              <MuteTag object_id={tag.tag_id} is_muted={is_muted} />
              <ButtonLink to={questions}>{t('see_questions')}</ButtonLink>
            </>
          )
        }
      >
        {t('about', { tag: name })}
      </PageTitle>
      {deleted && (
        <Notice kind="danger" icon="trash">
          {t('is_deleted')}
        </Notice>
      )}
      <TagActs act={act} tag={tag} synonyms={synonyms} />
      {tag.parsed_text ? (
        <Prose html={tag.parsed_text} />
      ) : (
        <Empty
          icon="tag"
          title={t('no_description')}
          actions={!deleted && <ButtonLink to={questions}>{t('see_questions')}</ButtonLink>}
        >
          {t('no_description_note')}
        </Empty>
      )}
      {(edit || merge || remove || undelete) && (
        <nav className="tag-acts button-row" aria-label={t('acts')}>
          {edit && (
            <ButtonLink size="small" icon="pencil" to={paths.editTag(tag.tag_id)}>
              {edit}
            </ButtonLink>
          )}
          {merge && (
            <ButtonLink size="small" icon="merge" to={actAddress(tag.slug_name, 'merge')} keepScroll>
              {merge}
            </ButtonLink>
          )}
          {remove && (
            <ButtonLink size="small" icon="trash" to={actAddress(tag.slug_name, 'delete')} keepScroll>
              {remove}
            </ButtonLink>
          )}
          {undelete && (
            <ButtonLink size="small" icon="undo" to={actAddress(tag.slug_name, 'undelete')} keepScroll>
              {undelete}
            </ButtonLink>
          )}
        </nav>
      )}
      <Leaders {...leaders} />
      {(synonyms.length > 0 || maySaveSynonyms) && (
        <Panel
          title={t('synonyms')}
          end={
            maySaveSynonyms && (
              <Link to={actAddress(tag.slug_name, 'synonyms')} keepScroll>
                {t('synonyms_edit')}
              </Link>
            )
          }
        >
          {synonyms.length > 0 ? (
            <>
              <ul className="tag-list">
                {synonyms.map((slug) => (
                  <li key={slug}>
                    <span className="tag" dir="auto">
                      {slug}
                    </span>
                  </li>
                ))}
              </ul>
              <p className="page-lead">{t('synonyms_note', { tag: name })}</p>
            </>
          ) : (
            <p className="page-lead">{t('synonyms_none')}</p>
          )}
        </Panel>
      )}
    </PageFrame>
  )
}
