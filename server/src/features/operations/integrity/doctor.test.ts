import { closeSync, openSync, rmSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { switchCollection } from '@askwell/contract/collections.ts'
import { follow } from '@askwell/contract/follows.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { invite } from '@askwell/contract/invitations.ts'
import { react } from '@askwell/contract/reactions.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { type Engine, engines, type World, world } from '../../../../test/world.ts'
import { connectToRead } from '../../../db/connect.ts'
import { storeFile } from '../files/service.ts'
import { findUser } from '../../users/users/queries.ts'
import { TABLES } from './checks.ts'
import { examine, findFaults } from './service.ts'

/** A site where everything has happened once. */
const scene = async (engine: Engine) => {
  const w = await world(engine)
  const t = threads(w)
  const [ann, bob, cat] = [
    await w.given.member({ name: 'ann', rank: 1000 }),
    await w.given.member({ name: 'bob', rank: 300 }),
    await w.given.member({ name: 'cat', rank: 300 }),
  ]
  const question = await t.ask(ann)
  const other = await t.ask(cat, `What has #${question} to do with it?`)
  const answer = await t.answer(bob, question, `See https://elsewhere.example and #${other} too.`)
  const comment = await t.comment(cat, answer, { original_text: 'The text of the only comment.' })
  await t.comment(bob, answer, { original_text: 'A reply to the only comment.', reply_comment_id: comment })
  await t.accept(ann, question, answer)
  await t.vote(bob, 'up', question)
  await t.vote(ann, 'up', answer)
  await t.vote(ann, 'up', comment)
  for (const object_id of [question, objectId('tag', 1), String(cat.id)])
    await w.as(bob).call(follow, { body: { object_id } })
  await w.as(bob).call(switchCollection, { body: { object_id: question, bookmark: true } })
  await w.as(bob).call(react, { body: { object_id: answer, emoji: 'heart', reaction: 'activate' } })
  await w.as(ann).call(invite, { body: { id: question, invite_user: [cat.username] } })
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const picture = join(w.folder, 'a.png')
  writeFileSync(picture, png)
  await storeFile(w.app, (await findUser(w.app.db, ann.id))!, 'avatar', {
    name: 'a.png',
    path: picture,
    size: png.length,
  })
  await w.settle()
  const n = {
    question: numberOf('question', question),
    other: numberOf('question', other),
    answer: numberOf('answer', answer),
    comment: numberOf('comment', comment),
    ann: ann.id,
    bob: bob.id,
    cat: cat.id,
  }
  const { path } = await w.app.db.selectFrom('files').select('path').executeTakeFirstOrThrow()
  return { w, n, path }
}
type Scene = Awaited<ReturnType<typeof scene>>
type Numbers = Scene['n']

const FAR = 9_000_000_000_000_000
const siteInvitation = (id: number, inviter_id: number) =>
  `insert into site_invitations (id, e_mail, display_name, role_id, inviter_id, batch, max_uses, used_count, created_at, sent_at, send_error, expires_at, ended_at)
    values (${id}, '', '', 1, ${inviter_id}, '', 1, 0, 1, 0, '', 0, 0)`

/** How each promise is broken, as only a fault could; and, if it can't be computed again from the facts, how that is undone. */
const BREAKS: Record<string, { by: (n: Numbers) => string[]; undo?: (n: Numbers) => string[] }> = {
  'votes.post_id': {
    by: ({ question }) => [`update votes set post_id = ${FAR} where post_id = ${question}`],
    undo: ({ question }) => [`update votes set post_id = ${question} where post_id = ${FAR}`],
  },
  'votes.user_id': {
    by: ({ question, ann }) => [`update votes set user_id = ${ann} where post_id = ${question}`],
    undo: ({ question, bob }) => [`update votes set user_id = ${bob} where post_id = ${question}`],
  },
  'votes.direction': {
    by: ({ question }) => [`update votes set direction = 'sideways' where post_id = ${question}`],
    undo: ({ question }) => [`update votes set direction = 'up' where post_id = ${question}`],
  },
  'votes.twice': {
    by: ({ question }) => [
      'drop index votes_once',
      `insert into votes (post_id, user_id, direction, created_at) select post_id, user_id, direction, 77 from votes where post_id = ${question}`,
    ],
    undo: () => [
      'delete from votes where created_at = 77',
      'create unique index votes_once on votes (post_id, user_id)',
    ],
  },
  plugins: {
    by: () => ['insert into settings (name, value, updated_at) values (\'plugins_on\', \'["google","gone"]\', 1)'],
    undo: () => ["delete from settings where name = 'plugins_on'"],
  },
  proxies: {
    by: () => [
      'insert into settings (name, value, updated_at) values (\'unbelieved_proxy\', \'{"address":"172.18.0.1","at":9999999999}\', 1)',
    ],
    undo: () => ["delete from settings where name = 'unbelieved_proxy'"],
  },
  keys: { by: () => ['drop index tags_slug'], undo: () => ['create unique index tags_slug on tags (slug_name)'] },
  'comment_votes.comment_id': {
    by: () => [`update comment_votes set comment_id = ${FAR}`],
    undo: ({ comment }) => [`update comment_votes set comment_id = ${comment}`],
  },
  'comment_votes.user_id': {
    by: ({ cat }) => [`update comment_votes set user_id = ${cat}`],
    undo: ({ ann }) => [`update comment_votes set user_id = ${ann}`],
  },
  'reputation_entries.user_id': {
    by: ({ question }) => [entry({ user_id: FAR, post_id: question })],
    undo: () => ['delete from reputation_entries where points = 77'],
  },
  'reputation_entries.twice': {
    by: ({ bob }) => [entry({ user_id: bob, cause: 'x' }), entry({ user_id: bob, cause: 'x' })],
    undo: () => ['delete from reputation_entries where points = 77'],
  },
  'reputation_entries.cause': { by: ({ bob }) => [entry({ user_id: bob, cause: `vote:${FAR}` })] },
  'comments.post_id': {
    by: ({ comment, question }) => [`update comments set question_id = ${question} + 1 where id = ${comment}`],
    undo: ({ comment, question }) => [`update comments set question_id = ${question} where id = ${comment}`],
  },
  'comments.reply_comment_id': {
    by: ({ comment }) => [`update comments set reply_comment_id = ${FAR} where id = ${comment}`],
    undo: ({ comment }) => [`update comments set reply_comment_id = 0 where id = ${comment}`],
  },
  'comments.status': {
    by: ({ comment }) => [`update comments set status = 3 where id = ${comment}`],
    undo: ({ comment }) => [`update comments set status = 1 where id = ${comment}`],
  },
  'comments.score': { by: ({ comment }) => [`update comments set score = 7 where id = ${comment}`] },
  'question_links.from_post_id': {
    by: ({ question, other }) => [
      `insert into question_links (from_post_id, from_question_id, to_question_id, created_at) values (${FAR}, ${question}, ${other}, 1)`,
    ],
  },
  'question_links.to_question_id': {
    by: ({ other }) => [
      `insert into question_links (from_post_id, from_question_id, to_question_id, created_at) values (${other}, ${other}, ${FAR}, 1), (${other}, ${other}, ${other}, 1)`,
    ],
  },
  'follows.object_id': {
    by: ({ question, cat }) => [
      `insert into follows (user_id, object_type, object_id) values (${FAR}, 'question', ${question}), (${cat}, 'tag', ${FAR})`,
    ],
    undo: () => [`delete from follows where user_id = ${FAR} or object_id = ${FAR}`],
  },
  'collections.question_id': {
    by: ({ answer, cat }) => [`insert into collections (user_id, question_id) values (${cat}, ${answer})`],
    undo: ({ answer }) => [`delete from collections where question_id = ${answer}`],
  },
  'reactions.post_id': {
    by: ({ answer }) => [`insert into reactions (post_id, emoji, user_id) values (${answer}, 'heart', ${FAR})`],
    undo: () => [`delete from reactions where user_id = ${FAR}`],
  },
  'reactions.emoji': {
    by: ({ answer, cat }) => [`insert into reactions (post_id, emoji, user_id) values (${answer}, 'thunder', ${cat})`],
    undo: () => ["delete from reactions where emoji = 'thunder'"],
  },
  'badges.award_count': { by: () => ['update badges set award_count = award_count + 3 where id = 9'] },
  'site_invitations.inviter_id': {
    by: () => [siteInvitation(7, FAR)],
    undo: () => ['delete from site_invitations where id = 7'],
  },
  'site_invitation_uses.invitation_id': {
    by: ({ cat }) => [
      `insert into site_invitation_uses (invitation_id, user_id, created_at) values (${FAR}, ${cat}, 1)`,
    ],
    undo: () => [`delete from site_invitation_uses where invitation_id = ${FAR}`],
  },
  'site_invitation_uses.user_id': {
    by: () => [
      siteInvitation(8, 1),
      `insert into site_invitation_uses (invitation_id, user_id, created_at) values (8, ${FAR}, 1)`,
    ],
    undo: () => [
      `delete from site_invitation_uses where user_id = ${FAR}`,
      'delete from site_invitations where id = 8',
    ],
  },
  'drafts.user_id': {
    by: () => [`insert into drafts (user_id, name, fields, saved_at) values (${FAR}, 'question', '{}', 0)`],
    undo: () => [`delete from drafts where user_id = ${FAR}`],
  },
  'saved_searches.user_id': {
    by: () => [`insert into saved_searches (user_id, q) values (${FAR}, 'yeast')`],
    undo: () => [`delete from saved_searches where user_id = ${FAR}`],
  },
  'user_notes.user_id': {
    by: () => [`insert into user_notes (user_id, author_id, text, created_at) values (${FAR}, 1, '', 1)`],
    undo: () => [`delete from user_notes where user_id = ${FAR}`],
  },
  'user_notes.author_id': {
    by: () => [`insert into user_notes (user_id, author_id, text, created_at) values (1, ${FAR}, '', 1)`],
    undo: () => [`delete from user_notes where author_id = ${FAR}`],
  },
  'badge_awards.user_id': {
    by: () => [
      `insert into badge_awards (user_id, badge_id, award_key, taken_back_at) values (${FAR}, 7, '', 1), (1, ${FAR}, '', 1)`,
    ],
    undo: () => [`delete from badge_awards where user_id = ${FAR} or badge_id = ${FAR}`],
  },
  'badge_awards.object_id': {
    by: ({ cat }) => [
      `insert into badge_awards (user_id, badge_id, award_key, object_type, object_id, taken_back_at) values (${cat}, 7, 'far', 'answer', ${FAR}, 1)`,
    ],
    undo: () => ["delete from badge_awards where award_key = 'far'"],
  },
  'post_shares.post_id': {
    by: ({ cat }) => [`insert into post_shares (user_id, post_id) values (${cat}, ${FAR})`],
    undo: () => [`delete from post_shares where post_id = ${FAR}`],
  },
  'link_visits.post_id': {
    by: () => [`insert into link_visits (post_id, link_hash) values (${FAR}, 'a')`],
    undo: () => [`delete from link_visits where post_id = ${FAR}`],
  },
  'user_visits.days': {
    by: () => [`insert into user_visits (user_id, days, most_days) values (${FAR}, 2, 1)`],
    undo: () => [`delete from user_visits where user_id = ${FAR}`],
  },
  'answers_read.answer_id': {
    by: ({ question, cat }) => [
      `insert into answers_read (user_id, question_id, answer_id) values (${cat}, ${question}, ${FAR})`,
    ],
    undo: () => [`delete from answers_read where answer_id = ${FAR}`],
  },
  'audit_entries.actor_id': {
    by: () => [`insert into audit_entries (actor_id, action) values (${FAR}, 'badge.made')`],
    undo: () => [`delete from audit_entries where actor_id = ${FAR}`],
  },
  'invitations.question_id': {
    by: ({ question }) => [`insert into invitations (question_id, user_id) values (${question}, ${FAR})`],
    undo: () => [`delete from invitations where user_id = ${FAR}`],
  },
  'posts.follow_count': { by: ({ question }) => [`update posts set follow_count = 7 where id = ${question}`] },
  'posts.collection_count': { by: ({ question }) => [`update posts set collection_count = 7 where id = ${question}`] },
  'tags.follow_count': { by: () => ["update tags set follow_count = 7 where slug_name = 'support'"] },
  'users.follow_count': { by: ({ cat }) => [`update users set follow_count = 7 where id = ${cat}`] },
  'posts.kind': {
    by: ({ answer, other }) => [
      `update posts set question_id = ${FAR} where id = ${answer}`,
      `update comments set question_id = ${other} where post_id = ${answer}`,
    ],
    undo: ({ answer, question }) => [
      `update posts set question_id = ${question} where id = ${answer}`,
      `update comments set question_id = ${question} where post_id = ${answer}`,
      `update posts set accepted_answer_id = ${answer} where id = ${question}`,
    ],
  },
  'posts.status': {
    by: ({ answer }) => [`update posts set status = 2 where id = ${answer}`],
    undo: ({ answer }) => [`update posts set status = 1 where id = ${answer}`],
  },
  'posts.pin': {
    by: ({ other }) => [`update posts set pin = 2, show = 2 where id = ${other}`],
    undo: ({ other }) => [`update posts set pin = 1, show = 1 where id = ${other}`],
  },
  'posts.former_status': {
    by: ({ other }) => [`update posts set was_accepted = 1 where id = ${other}`],
    undo: ({ other }) => [`update posts set was_accepted = 0 where id = ${other}`],
  },
  'closings.missing': {
    by: ({ other }) => [`update posts set status = 2 where id = ${other}`],
    undo: ({ other }) => [`update posts set status = 1 where id = ${other}`],
  },
  'closings.question_id': { by: ({ other }) => [closing(other, 0)] },
  'closings.duplicate_of_id': {
    by: ({ other }) => [`update posts set status = 2 where id = ${other}`, closing(other, other)],
    undo: ({ other }) => [`update posts set status = 1 where id = ${other}`, 'delete from closings'],
  },
  'reviews.missing_comment': {
    by: ({ comment }) => [
      `insert into comments (post_id, question_id, user_id, reply_comment_id, reply_user_id, original_text, parsed_text, score, carried_score, status, created_at, updated_at) select post_id, question_id, user_id, 0, 0, original_text, parsed_text, 0, 0, 11, created_at, 0 from comments where id = ${comment}`,
    ],
  },
  'reviews.missing': {
    by: ({ other }) => [
      `insert into posts (kind, question_id, user_id, original_text, status, show, pin, former_status) select 'answer', id, user_id, 'It waits.', 11, 1, 1, 1 from posts where id = ${other}`,
      'insert into revisions (object_type, object_id, user_id, original_text, status, number) select kind, id, user_id, original_text, 0, 1 from posts where status = 11',
      'update posts set revision_id = (select id from revisions where object_id = posts.id and object_type = kind) where status = 11',
    ],
  },
  'suggested_files.revision_id': {
    by: () => [
      `insert into suggested_files (file_id, revision_id, post_id, user_id, created_at) values (1, ${FAR}, 0, 1, 1)`,
    ],
    undo: () => ['delete from suggested_files'],
  },
  'file_uses.post_id': {
    by: () => [`insert into file_uses (file_id, post_id, comment_id, user_id, created_at) values (1, ${FAR}, 0, 1, 1)`],
    undo: () => ['delete from file_uses'],
  },
  'posts.user_id': {
    by: ({ other }) => [`update posts set last_editor_id = ${FAR} where id = ${other}`],
    undo: ({ other }) => [`update posts set last_editor_id = 0 where id = ${other}`],
  },
  'posts.revision_id': {
    by: ({ other }) => [`update posts set title = title || '!' where id = ${other}`],
    undo: ({ other }) => [`update posts set title = substr(title, 1, length(title) - 1) where id = ${other}`],
  },
  'posts.accepted_answer_id': {
    by: ({ other, answer }) => [`update posts set accepted_answer_id = ${answer} where id = ${other}`],
  },
  'posts.score': { by: ({ question }) => [`update posts set score = score + 1 where id = ${question}`] },
  'posts.comment_count': { by: ({ answer }) => [`update posts set comment_count = 0 where id = ${answer}`] },
  'posts.answer_count': { by: ({ question }) => [`update posts set last_answer_id = 0 where id = ${question}`] },
  'posts.operator_id': {
    by: ({ question }) => [`update posts set operation_type = 'modified' where id = ${question}`],
  },
  'posts.linked_count': { by: ({ question }) => [`update posts set linked_count = 9 where id = ${question}`] },
  'search.missing': { by: ({ question }) => [`delete from search_state where post_id = ${question}`] },
  'search.leftover': { by: () => [`insert into search_state (post_id, indexed_at) values (${FAR}, 1)`] },
  'search.plain_text': {
    by: ({ question }) => [
      `update search_state set plain_text = null where post_id = ${question}`,
      `delete from jobs where effect = 'keepWords'`,
    ],
  },
  'revisions.object_id': {
    by: ({ question }) => [
      `insert into revisions (object_type, object_id, user_id, status) values ('tag', ${FAR}, 1, 1), ('answer', ${question}, 1, 1)`,
    ],
    undo: ({ question }) => [
      `delete from revisions where object_id = ${FAR} or (object_type = 'answer' and object_id = ${question})`,
    ],
  },
  'revisions.status': {
    by: ({ question }) => [
      `insert into revisions (object_type, object_id, user_id, status) values ('question', ${question}, 1, 9)`,
    ],
    undo: () => ['delete from revisions where status = 9'],
  },
  'revisions.number': {
    by: ({ question }) => [
      `insert into revisions (object_type, object_id, user_id, status, number) values ('question', ${question}, 1, 3, 77)`,
    ],
    undo: () => ['delete from revisions where number = 77'],
  },
  'revisions.decided_by': {
    by: ({ question }) => [
      `insert into revisions (object_type, object_id, user_id, status, decided_at) values ('question', ${question}, 1, 1, 77)`,
    ],
    undo: () => ['delete from revisions where decided_at = 77'],
  },
  'revisions.base_revision_id': {
    by: ({ question }) => [
      `insert into revisions (object_type, object_id, user_id, status, base_revision_id) values ('question', ${question}, 1, 1, ${FAR})`,
    ],
    undo: () => [`delete from revisions where base_revision_id = ${FAR}`],
  },
  'question_tags.question_id': {
    by: ({ question }) => [`insert into question_tags (question_id, tag_id, position) values (${question}, ${FAR}, 1)`],
    undo: () => [`delete from question_tags where tag_id = ${FAR}`],
  },
  'question_tags.tag_id': {
    by: ({ question }) => [
      "insert into tags (slug_name, status, main_tag_id) select 'spelt-otherwise', 1, id from tags where slug_name = 'support'",
      `insert into question_tags (question_id, tag_id, position) select ${question}, id, 1 from tags where slug_name = 'spelt-otherwise'`,
    ],
  },
  'tags.status': {
    by: () => ["insert into tags (slug_name, status) values ('odd', 5)"],
    undo: () => ["delete from tags where slug_name = 'odd'"],
  },
  'tags.main_tag_id': {
    by: () => [`insert into tags (slug_name, status, main_tag_id) values ('odd', 1, ${FAR})`],
    undo: () => ["delete from tags where slug_name = 'odd'"],
  },
  'tags.slug_name': {
    by: () => ['drop index tags_slug', "insert into tags (slug_name, status, created_at) values ('support', 1, 77)"],
    undo: () => ['delete from tags where created_at = 77', 'create unique index tags_slug on tags (slug_name)'],
  },
  'tags.question_count': {
    by: () => ["update tags set question_count = question_count - 1 where slug_name = 'support'"],
  },
  'users.status': {
    by: ({ cat }) => [`update users set role_id = 9 where id = ${cat}`],
    undo: ({ cat }) => [`update users set role_id = 1 where id = ${cat}`],
  },
  'users.e_mail': {
    by: ({ cat }) => [`update users set e_mail = upper(e_mail) where id = ${cat}`],
    undo: ({ cat }) => [`update users set e_mail = lower(e_mail) where id = ${cat}`],
  },
  'users.username': {
    by: ({ ann, cat }) => [
      'drop index users_username',
      `update users set username = 'ann' where id = ${cat}`,
      `update users set username = 'ann' where id = ${ann}`,
    ],
    undo: ({ cat }) => [
      `update users set username = 'cat' where id = ${cat}`,
      'create unique index users_username on users (username)',
    ],
  },
  'users.rank': { by: ({ cat }) => [`update users set rank = rank + 5 where id = ${cat}`] },
  'users.ledger': { by: ({ bob }) => [entry({ user_id: bob, cause: 'edit:999999' })] },
  'users.contributions': { by: ({ bob }) => [`update contributions set posts = posts + 3 where user_id = ${bob}`] },
  'users.tag_contributions': {
    by: ({ bob }) => [`update tag_contributions set answers = answers + 3 where user_id = ${bob}`],
  },
  'users.names': { by: ({ bob }) => [`delete from user_names where user_id = ${bob}`] },
  'users.floor': {
    by: ({ cat }) => [entry({ user_id: cat, points: -777 }), `update users set rank = rank - 777 where id = ${cat}`],
    undo: ({ cat }) => [
      'delete from reputation_entries where points = -777',
      `update users set rank = rank + 777 where id = ${cat}`,
    ],
  },
  'users.day': {
    by: ({ cat }) => [entry({ user_id: cat, points: 777, capped: 1 })],
    undo: () => ['delete from reputation_entries where points = 777'],
  },
  'users.question_count': { by: ({ cat }) => [`update users set answer_count = 3 where id = ${cat}`] },
  'users.suspension_note': {
    by: ({ cat }) => [`update users set suspension_note = 'Enough.', suspended_until = 77 where id = ${cat}`],
    undo: ({ cat }) => [`update users set suspension_note = '', suspended_until = 0 where id = ${cat}`],
  },
  'users.avatar_custom': {
    by: ({ cat }) => [
      `update users set avatar_type = 'custom', avatar_custom = '/uploads/avatar/none.png' where id = ${cat}`,
    ],
    undo: ({ cat }) => [`update users set avatar_type = 'default', avatar_custom = '' where id = ${cat}`],
  },
  'users.role_id': {
    by: () => ['update users set role_id = 1 where role_id = 2'],
    undo: () => ["update users set role_id = 2 where username = 'admin'"],
  },
  'sessions.user_id': {
    by: () => [`insert into sessions (token_hash, user_id, expires_at) values ('x', ${FAR}, ${FAR})`],
  },
  'api_tokens.user_id': { by: () => [`insert into api_tokens (token_hash, user_id) values ('x', ${FAR})`] },
  'member_settings.user_id': {
    by: () => [
      `insert into member_settings (user_id, plugin, value, secrets, updated_at) values (${FAR}, 'club', '{}', '{}', 1)`,
    ],
  },
  'plugin_storage.user_id': {
    by: () => [
      `insert into plugin_storage (plugin, key, user_id, value, bytes, updated_at) values ('club', 'x', ${FAR}, '1', 1, 1)`,
    ],
  },
  'plugin_notices.user_id': {
    by: () => [
      `insert into plugin_notices (user_id, plugin, key, sender, text, path, created_at) values (${FAR}, 'club', 'x', 'Club', 'Come', '', 1)`,
    ],
  },
  'passkeys.user_id': {
    by: () => [`insert into passkeys (credential_id, user_id) values ('x', ${FAR})`],
    undo: () => ['delete from passkeys'],
  },
  'one_time_secrets.user_id': {
    by: () => [`insert into one_time_secrets (user_id, confirmed_at) values (${FAR}, 1)`],
    undo: () => ['delete from one_time_secrets'],
  },
  'external_logins.user_id': {
    by: () => [`insert into external_logins (user_id, connector, external_id) values (${FAR}, 'club', 'x')`],
    undo: () => ['delete from external_logins'],
  },
  'external_logins.external_id': {
    by: ({ ann }) => [`insert into external_logins (user_id, connector, external_id) values (${ann}, 'club', '')`],
    undo: () => ['delete from external_logins'],
  },
  'recovery_codes.user_id': {
    by: ({ cat }) => [`insert into recovery_codes (user_id, code_hash) values (${cat}, 'x')`],
    undo: () => ['delete from recovery_codes'],
  },
  'codes.user_id': {
    by: () => [`insert into codes (code_hash, user_id) values ('x', ${FAR})`],
    undo: () => [`delete from codes where user_id = ${FAR}`],
  },
  'mail_choices.user_id': {
    by: () => [
      `insert into mail_choices (user_id, inbox, all_new_question, all_new_question_for_following_tags) values (${FAR}, 1, 0, 0)`,
    ],
    undo: () => [`delete from mail_choices where user_id = ${FAR}`],
  },
  'question_emails.question_id': {
    by: ({ ann }) => [
      `insert into question_emails (user_id, question_id, source, created_at) values (${ann}, ${FAR}, 'all', 1)`,
    ],
    undo: () => [`delete from question_emails where question_id = ${FAR}`],
  },
  'notifications.user_id': {
    by: ({ ann }) => [`insert into notifications (user_id, question_id) values (${ann}, ${FAR})`],
    undo: () => [`delete from notifications where question_id = ${FAR}`],
  },
  'reports.object_id': {
    by: ({ question }) => [
      `insert into reports (object_type, object_id, post_id, question_id, user_id, status, decision) values ('question', ${FAR}, ${question}, ${question}, 1, 2, 'ignore_report')`,
    ],
    undo: () => ['delete from reports'],
  },
  'reports.status': {
    by: ({ question }) => [
      `insert into reports (object_type, object_id, post_id, question_id, user_id, status) values ('question', ${question}, ${question}, ${question}, 1, 3)`,
    ],
    undo: () => ['delete from reports'],
  },
  'reports.waiting': {
    by: ({ question, answer }) => [
      `update posts set status = 10 where id = ${answer}`,
      `insert into reports (object_type, object_id, post_id, question_id, user_id, status) values ('answer', ${answer}, ${answer}, ${question}, 1, 1)`,
    ],
    undo: ({ answer, question }) => [
      'delete from reports',
      `update posts set status = 1 where id = ${answer}`,
      `update posts set accepted_answer_id = ${answer} where id = ${question}`,
    ],
  },
  'reviews.post_id': {
    by: () => [`insert into reviews (post_id, question_id, user_id, status) values (${FAR}, ${FAR}, 1, 2)`],
    undo: () => ['delete from reviews'],
  },
  'reviews.status': {
    by: ({ question }) => [
      `insert into reviews (post_id, question_id, user_id, status) values (${question}, ${question}, 1, 1)`,
    ],
    undo: () => ['delete from reviews'],
  },
  'review_decisions.item_id': {
    by: () => [`insert into review_decisions (queue, item_id, user_id, held_until) values ('queued_post', 1, 1, 1)`],
    undo: () => ['delete from review_decisions'],
  },
  'files.user_id': {
    by: () => [`update files set user_id = ${FAR}`],
    undo: ({ ann }) => [`update files set user_id = ${ann}`],
  },
  'jobs.event_id': {
    by: () => [`insert into jobs (effect, payload, event_id, run_at) values ('x', '{}', ${FAR}, 1)`],
    undo: () => [`delete from jobs where event_id = ${FAR}`],
  },
  'jobs.last_error': { by: () => ["insert into jobs (effect, payload, run_at) values ('x', '{}', 253402300799)"] },
  'jobs.locked_until': {
    by: () => ["insert into jobs (effect, payload, run_at, locked_until) values ('x', '{}', 1, 253402300799)"],
  },
  'former_usernames.username': {
    by: ({ bob }) => [`insert into former_usernames (username, user_id, created_at) values ('cat', ${bob}, 1)`],
    undo: () => ["delete from former_usernames where username = 'cat'"],
  },
  'import_mappings.object_id': {
    by: () => [`insert into import_mappings (site, kind, key, object_id) values ('x', 'post', '1', ${FAR})`],
    undo: () => [`delete from import_mappings where object_id = ${FAR}`],
  },
  'counters.questions': { by: () => ["update counters set value = 0 where name = 'questions'"] },
}

const closing = (question: number, duplicate: number) =>
  `insert into closings (question_id, close_type, close_msg, duplicate_of_id, user_id, created_at) values (${question}, 0, '', ${duplicate}, 1, 1)`

const entry = (given: Record<string, number | string>) => {
  const row = {
    user_id: 1,
    points: 77,
    reason: 'question.voted_up',
    cause: '',
    capped: 0,
    post_id: 0,
    trigger_user_id: 0,
    created_at: 1_790_000_000,
    taken_back_at: 0,
    due: given.points ?? 77,
    ...given,
  }
  return `insert into reputation_entries (${Object.keys(row).join(', ')}) values (${Object.values(row)
    .map((value) => (typeof value === 'string' ? `'${value}'` : value))
    .join(', ')})`
}

test('each thing that is examined is broken here once', () => {
  const all = [...Object.values(TABLES).flatMap(({ checks }) => Object.keys(checks)), 'keys', 'plugins', 'proxies']
  expect(Object.keys(BREAKS).toSorted()).toEqual(all.toSorted())
})

describe.each(engines)('the doctor (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let n: Numbers
  let path: string
  beforeAll(async () => {
    ;({ w, n, path } = await scene(engine))
  })
  afterAll(() => w.close())
  const run = (statements: string[]) =>
    w.app.transaction(async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx.db)
    })
  const names = async () => (await examine(w.app)).map(({ check }) => check)
  const repair = () => examine(w.app, { repair: w.app.transaction })

  test('finds nothing in a site where nothing is off', async () => {
    expect(await findFaults(w.app)).toEqual([])
  })

  test.each(Object.entries(BREAKS).filter(([, { undo }]) => !undo))('finds and mends: %s', async (name, { by }) => {
    await run(by(n))
    expect(await examine(w.app, { only: [name] })).toMatchObject([{ check: name, repaired: 0 }])
    const mended = (await repair()).find(({ check }) => check === name)!
    expect(mended).toMatchObject({ repaired: mended.found, rows: [] })
    expect(mended.found).toBeGreaterThan(0)
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
  })

  test.each(Object.entries(BREAKS).filter(([, { undo }]) => undo))(
    "finds, and can't know what would be right: %s",
    async (name, { by, undo }) => {
      await run(by(n))
      const left = (await repair()).find(({ check }) => check === name)!
      expect(left.rows.length).toBeGreaterThan(0)
      expect(left.repaired).toBe(0)
      await run(undo!(n))
      await repair()
      expect(await findFaults(w.app)).toEqual([])
    },
  )

  test.runIf(engine === 'sqlite').each(['import_mappings_key', 'votes_once', 'tags'])(
    'says that a page of %s is damaged',
    async (name) => {
      const copy = join(w.folder, `damaged-${name}.db`)
      await sql`vacuum into ${copy}`.execute(w.app.db)
      const reader = connectToRead(`sqlite:${copy}`)
      const {
        rows: [root],
      } = await sql<{
        page: number
        size: number
      }>`select rootpage as page, page_size as size from sqlite_master, pragma_page_size where name = ${name}`.execute(
        reader.db,
      )
      const file = openSync(copy, 'r+')
      writeSync(file, Buffer.alloc(root!.size, 0xa5), 0, root!.size, (root!.page - 1) * root!.size)
      closeSync(file)
      expect(
        (await examine({ db: reader.db, config: w.app.config, clock: w.clock })).map(({ check }) => check),
      ).toContain('database')
      await reader.close()
    },
  )

  test('misses a file that is gone or was changed, and finds one that nobody knows of once it is a day old', async () => {
    const place = join(w.folder, 'uploads', path)
    const { bytes } = await w.app.db.selectFrom('files').select('bytes').executeTakeFirstOrThrow()
    writeFileSync(place, 'x')
    expect(await findFaults(w.app)).toEqual([expect.stringContaining(path)])
    rmSync(place)
    expect(await names()).toEqual(['files.path'])
    writeFileSync(place, Buffer.alloc(bytes))
    const smaller = `${place}.640.webp`
    writeFileSync(smaller, 'x')
    utimesSync(smaller, w.clock.now() - 90_000, w.clock.now() - 90_000)
    expect(await findFaults(w.app)).toEqual([])
    const stray = join(w.folder, 'uploads/avatar/stray.png')
    writeFileSync(stray, 'x')
    const now = w.clock.now()
    utimesSync(stray, now, now)
    expect(await findFaults(w.app)).toEqual([])
    utimesSync(stray, now - 90_000, now - 90_000)
    expect(await findFaults(w.app)).toEqual([expect.stringContaining('avatar/stray.png')])
    rmSync(stray)
  })

  test('what a job has still to do is not off', async () => {
    const t = threads(w)
    await t.ask(await w.given.member())
    expect(await findFaults(w.app)).toEqual([])
    await w.app.transaction((tx) => sql`delete from jobs where effect like '%/indexPost'`.execute(tx.db))
    expect(await names()).toEqual(['search.missing'])
    await repair()
    expect(await findFaults(w.app)).toEqual([])
  })

  test('names a few rows and counts them all', async () => {
    const members = await Promise.all(Array.from({ length: 25 }, () => w.given.member()))
    await run([`update users set rank = 9 where id in (${members.map(({ id }) => id).join()})`])
    const [fault] = await examine(w.app)
    expect([fault!.check, fault!.found, fault!.rows.length]).toEqual(['users.rank', 25, 20])
    expect(await repair()).toMatchObject([{ check: 'users.rank', found: 25, repaired: 25, rows: [] }])
  })
})
