import { sql } from 'kysely'
import { type CheckedTable, check, missing } from '../../../db/checks.ts'
import { inLists } from '../../../db/visible.ts'
import { HOUR } from '../../../lib/clock.ts'
import { checks as siteInvitations } from '../../users/site-invitations/checks.ts'
import { checks as accounts } from '../../users/accounts/checks.ts'
import { checks as apiTokens } from '../../users/api-tokens/checks.ts'
import { checks as audit } from '../audit/checks.ts'
import { checks as badges } from '../../engagement/badges/checks.ts'
import { checks as bookmarks } from '../../engagement/bookmarks/checks.ts'
import { checks as comments } from '../../content/comments/checks.ts'
import { checks as connectors } from '../../users/connectors/checks.ts'
import { checks as contributions } from '../../engagement/contributions/checks.ts'
import { checks as email } from '../../outbound/email/checks.ts'
import { checks as events } from '../../../events/checks.ts'
import { checks as files } from '../files/checks.ts'
import { checks as flags } from '../../content/flags/checks.ts'
import { checks as drafts } from '../../content/drafts/checks.ts'
import { checks as savedSearches } from '../../outbound/saved-searches/checks.ts'
import { checks as follows } from '../../engagement/follows/checks.ts'
import { checks as invitations } from '../../engagement/invitations/checks.ts'
import { checks as notes } from '../../users/notes/checks.ts'
import { checks as notifications } from '../../outbound/notifications/checks.ts'
import { checks as plugins } from '../plugins/checks.ts'
import { checks as posts } from '../../content/posts/checks.ts'
import { checks as reactions } from '../../engagement/reactions/checks.ts'
import { checks as reputation } from '../../engagement/reputation/checks.ts'
import { checks as reviewQueue } from '../../content/review-queue/checks.ts'
import { checks as revisions } from '../../content/revisions/checks.ts'
import { checks as search } from '../../content/search/checks.ts'
import { checks as secondFactors } from '../../users/second-factors/checks.ts'
import { checks as sessions } from '../../users/sessions/checks.ts'
import { checks as tags } from '../../content/tags/checks.ts'
import { checks as users } from '../../users/users/checks.ts'
import { checks as votes } from '../../engagement/votes/checks.ts'

/** What the doctor looks at, in this order: each feature says what must hold of its rows. */
export const TABLES: Record<string, CheckedTable> = {
  votes: votes.votes,
  comment_votes: votes.comment_votes,
  reputation_entries: reputation.reputation_entries,
  comments: comments.comments,
  question_links: posts.question_links,
  follows: follows.follows,
  collections: bookmarks.collections,
  reactions: reactions.reactions,
  invitations: invitations.invitations,
  badges: badges.badges,
  badge_awards: badges.badge_awards,
  post_shares: badges.post_shares,
  link_visits: badges.link_visits,
  user_visits: badges.user_visits,
  answers_read: badges.answers_read,
  closings: posts.closings,
  file_uses: files.file_uses,
  suggested_files: files.suggested_files,
  posts: posts.posts,
  search_state: search.search_state,
  revisions: revisions.revisions,
  question_tags: tags.question_tags,
  tags: tags.tags,
  users: {
    key: 'id',
    checks: { ...users.users.checks, ...reputation.users.checks, ...contributions.users.checks },
  },
  sessions: sessions.sessions,
  api_tokens: apiTokens.api_tokens,
  passkeys: secondFactors.passkeys,
  one_time_secrets: secondFactors.one_time_secrets,
  external_logins: connectors.external_logins,
  member_settings: plugins.member_settings,
  plugin_storage: plugins.plugin_storage,
  recovery_codes: secondFactors.recovery_codes,
  site_invitations: siteInvitations.site_invitations,
  site_invitation_uses: siteInvitations.site_invitation_uses,
  codes: accounts.codes,
  notifications: notifications.notifications,
  plugin_notices: notifications.plugin_notices,
  reports: flags.reports,
  reviews: reviewQueue.reviews,
  files: files.files,
  jobs: events.jobs,
  audit_entries: audit.audit_entries,
  drafts: drafts.drafts,
  saved_searches: savedSearches.saved_searches,
  user_notes: notes.user_notes,
  mail_choices: email.mail_choices,
  question_emails: email.question_emails,
  'the rest': {
    key: '',
    checks: {
      'former_usernames.username': check(
        "leads nowhere, or is somebody's name again",
        () => sql`select username as id from former_usernames
      where ${missing('users', 'former_usernames.user_id')} or exists (select 1 from users
      where users.username = former_usernames.username) limit 1000`,
      ),
      'import_mappings.object_id': check(
        "came from elsewhere and isn't there",
        // No badge at all: an import is being taken back. Uploads may have gone since, with all that named them.
        () => sql`select kind || ' ' || key as id from import_mappings where not (case kind
      when 'user' then exists (select 1 from users where users.id = object_id) when 'post' then exists (select 1
      from posts where posts.id = object_id)
      when 'comment' then exists (select 1 from comments where comments.id = object_id)
      when 'badge' then exists (select 1 from badges where badges.id = object_id) when 'file' then true when 'setting' then true
      else exists (select 1 from tags where tags.id = object_id) end) and not (kind = 'badge' and object_id = 0) limit 1000`,
      ),
      'counters.questions': check(
        'is another number than there are questions',
        () => sql`select name as id from (select 'questions' as name) as wanted
      where coalesce((select value from counters where counters.name = 'questions'), 0) <> (select count(*) from posts where ${inLists()})`,
      ),
      'review_decisions.item_id': check(
        "decides what doesn't wait",
        (_within, _db, now) =>
          sql`select queue || ' ' || item_id as id from review_decisions where held_until < ${now - HOUR}
            or ${missing('users', 'review_decisions.user_id')} limit 1000`,
      ),
      'users.role_id': check(
        'has no admin who can log in',
        () => sql`select 'the site' as id from (select 1 as one) as site
      where not exists (select 1 from users where role_id = 2 and status = 1 and mail_status = 1)`,
      ),
    },
  },
}
