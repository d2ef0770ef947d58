import type { ActType, ImportedAct } from '../acts.ts'
import { importActs } from '../acts.ts'
import type { Import } from '../batches.ts'
import type { ImportedClosing } from '../closings.ts'
import type { Author } from '../users.ts'
import { fieldsIn, type Fields } from './files.ts'
import { author, time } from './records.ts'
import type { Wants } from './rows.ts'

// What was done to posts, beside their texts, stands in PostHistory.xml, too. A dump may lack the file.

const CLOSED = '10'
const SUGGESTED_EDIT = '24'
const ACTS: Record<string, ActType> = {
  10: 'closed',
  11: 'reopened',
  12: 'deleted',
  13: 'undeleted',
  14: 'locked',
  15: 'unlocked',
  16: 'community_owned',
  17: 'migrated',
  19: 'protected',
  20: 'unprotected',
  24: 'edit_approved',
  35: 'migrated',
  36: 'migrated',
  37: 'combined',
  38: 'combined',
}

/** The old site's reasons, now and in its first years, as the nearest of ours. */
const DUPLICATE = 60
const OFF_TOPIC = 63
const UNCLEAR = 64
const REASONS: Record<string, number> = {
  101: DUPLICATE,
  102: OFF_TOPIC,
  103: UNCLEAR,
  104: UNCLEAR,
  105: OFF_TOPIC,
  1: DUPLICATE,
  2: OFF_TOPIC,
  3: OFF_TOPIC,
  4: UNCLEAR,
  7: OFF_TOPIC,
  10: OFF_TOPIC,
  20: OFF_TOPIC,
}

interface Said {
  OriginalQuestionIds?: number[]
  Voters?: { Id?: number; DisplayName?: string }[]
}

/** Newer rows say it in JSON, older ones in HTML; the links know of duplicates too. */
const saidIn = (text = ''): Said => {
  try {
    return JSON.parse(text) as Said
  } catch {
    return {}
  }
}

const voter = ({ Id, DisplayName }: { Id?: number; DisplayName?: string }) =>
  author(Id === undefined ? undefined : String(Id), DisplayName)

/** "Proposed by 20 approved by 2, 37 edit id of 1" */
const approvers = (comment: string): Author[] =>
  (/approved by ([-\d, ]+)/.exec(comment)?.[1]?.match(/-?\d+/g) ?? []).map((id) => author(id, undefined))

const actOf = ({
  Id = '',
  PostHistoryTypeId = '',
  PostId = '',
  UserId,
  UserDisplayName,
  Comment = '',
  Text,
  CreationDate,
}: Fields): ImportedAct | undefined => {
  const type = ACTS[PostHistoryTypeId]
  if (!type || !PostId) return undefined
  const isEdit = PostHistoryTypeId === SUGGESTED_EDIT
  const voters = isEdit ? approvers(Comment) : (saidIn(Text).Voters ?? []).map(voter)
  const own = (UserId ?? UserDisplayName) ? author(UserId, UserDisplayName) : (voters[0] ?? null)
  return {
    // A post becomes the community's once, whichever file says so.
    key: type === 'community_owned' ? type : `history:${Id}`,
    post_key: PostId,
    type,
    author: own,
    voters,
    ...(type === 'closed' && { close_type: REASONS[Comment] ?? 0 }),
    ...((type === 'migrated' || type === 'combined') && { link: /https?:\/\/\S+/.exec(Comment)?.[0] ?? '' }),
    created_at: time(CreationDate),
  }
}

/** Of acts the whole, of texts nothing yet. */
export const withoutTexts: Wants = (name, { PostHistoryTypeId = '' }) => name !== 'Text' || PostHistoryTypeId in ACTS

const isClosing = ({ type }: ImportedAct) => type === 'closed' || type === 'reopened'

/** Takes the acts out of the rows, in batches; what closed a question last is known at the end. */
export const createHistory = (one: Import) => {
  const closings = new Map<string, ImportedClosing>()
  let waiting: ImportedAct[] = []
  const bring = async () => {
    if (waiting.length) await importActs(one.app, one.site, waiting)
    waiting = []
  }
  return {
    closings,
    bring,
    take: async (fields: Fields) => {
      const act = actOf(fields)
      if (!act) return
      waiting.push(act)
      if (isClosing(act)) closings.delete(act.post_key)
      if (fields.PostHistoryTypeId === CLOSED)
        closings.set(act.post_key, {
          key: fields.Id ?? '',
          post_key: act.post_key,
          user_key: fields.UserId ?? '',
          close_type: act.close_type ?? 0,
          original_keys: (saidIn(fields.Text).OriginalQuestionIds ?? []).map(String),
          created_at: act.created_at,
        })
      if (waiting.length >= one.batch) await bring()
    },
  }
}

/** Bounties, which stand among the votes; those who voted don't. */
const BOUNTIES: Record<string, ActType> = { 8: 'bounty_offered', 9: 'bounty_awarded' }

export const bringBounties = async (one: Import) => {
  let waiting: ImportedAct[] = []
  const bring = async () => {
    if (waiting.length) await importActs(one.app, one.site, waiting)
    waiting = []
  }
  for await (const { fields } of fieldsIn(one, 'Votes')) {
    const { Id = '', PostId = '', VoteTypeId = '', UserId, BountyAmount, CreationDate } = fields
    const type = BOUNTIES[VoteTypeId]
    if (!type || !PostId) continue
    waiting.push({
      key: `vote:${Id}`,
      post_key: PostId,
      type,
      author: UserId ? author(UserId, undefined) : null,
      voters: [],
      amount: Number(BountyAmount) || 0,
      created_at: time(CreationDate),
    })
    if (waiting.length >= one.batch) await bring()
  }
  await bring()
}
