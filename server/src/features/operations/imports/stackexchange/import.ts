import { join } from 'node:path'
import { tagSlug } from '../../../../lib/slug.ts'
import type { Import } from '../batches.ts'
import { SAMPLE } from '../same-site.ts'
import type { Source } from '../source.ts'
import { bringBadges } from './badges.ts'
import { compare } from './compare.ts'
import { bringClosings, bringLinks } from './closings.ts'
import { bringComments } from './comments.ts'
import { examine } from './examine.ts'
import { COUNTED, fileName, MORE } from './files.ts'
import { bringHistories } from './histories.ts'
import { bringBounties } from './history.ts'
import { bringPosts } from './posts.ts'
import { time, titleFrom } from './records.ts'
import { readRows } from './rows.ts'
import { select } from './selection.ts'
import { bringTags, bringTagTexts } from './tags.ts'
import { importAllUsers, namedMembers } from './users.ts'

const sampleOf = async <T>(
  folder: string,
  file: string,
  valueOf: (fields: Record<string, string>) => T | undefined,
) => {
  const found = new Map<string, T>()
  for await (const row of readRows(join(folder, fileName(file)), () => {})) {
    const value = 'fields' in row && row.fields.Id ? valueOf(row.fields) : undefined
    if ('fields' in row && value !== undefined) found.set(row.fields.Id!, value)
    if (found.size === SAMPLE) break
  }
  return found
}

/** A community from its public dump: tags, members, questions, answers and comments, with their scores and what was done to them. */
const bring = async (one: Import) => {
  const tagOf = await bringTags(one)
  one.tally.finish('Tags')
  await importAllUsers(one)
  one.tally.finish('Users')
  const { saidOfTags, passedOver, closedAt, finish } = await bringPosts(one)
  await bringTagTexts(one, tagOf, saidOfTags)
  one.tally.finish('Posts')
  await bringComments(one, passedOver)
  one.tally.finish('Comments')
  const closings = await bringHistories(one)
  await finish()
  one.tally.finish('PostHistory')
  await bringLinks(one, closings)
  await bringClosings(one, closings, closedAt)
  one.tally.finish('PostLinks')
  await bringBounties(one)
  one.tally.finish('Votes')
  await bringBadges(one)
  one.tally.finish('Badges')
}

export const stackExchange: Source = {
  counted: COUNTED,
  more: MORE,
  needed: ['Users', 'Posts'],
  fileName,
  samples: async (folder) => ({
    user: await sampleOf(folder, 'Users', ({ CreationDate }) => time(CreationDate)),
    post: await sampleOf(folder, 'Posts', ({ CreationDate }) => time(CreationDate)),
    tag: await sampleOf(folder, 'Tags', ({ TagName = '' }) => tagSlug(TagName)).catch(() => new Map<string, string>()),
    title: await sampleOf(folder, 'Posts', ({ Title }) => (Title ? titleFrom(Title) : undefined)),
  }),
  members: namedMembers,
  select,
  bring,
  examine,
  compare,
}
