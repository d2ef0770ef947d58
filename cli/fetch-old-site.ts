import { Stopped } from '@askwell/server/features/operations/imports/import-stopped.ts'
import { NotADump } from '@askwell/server/features/operations/imports/not-a-dump.ts'
import { Problem } from '@askwell/server/commands/problem.ts'
import { giveToOwner } from '@askwell/server/lib/folders.ts'
import { join } from 'node:path'
import { configOf } from './command.ts'
import { watched } from './on-site.ts'

/** Calls a second: little for a site that answers its readers meanwhile. */
const RATE = 5

export const isAddress = (place: string) => /^https?:\/\//i.test(place)

interface Given {
  folder: string
  format: string
  token?: string | undefined
  rate?: number | undefined
  limit?: number | undefined
  data?: string
  database?: string
  'env-file'?: string
}

const addressOf = ({ folder, format, rate = RATE }: Given) => {
  if (format !== 'apache-answer')
    throw new Problem(`An address can be named for apache-answer only; of ${format} name the folder with its files.`)
  if (!(rate > 0)) throw new Problem('--rate is how many calls a second are made: a number above 0.')
  const url = URL.parse(folder)
  if (!url || url.username || url.password || url.search || url.hash)
    throw new Problem(`${folder} is no address of a site: name it as https://old.example, the token with --token.`)
  return url
}

const problemOf = (error: unknown) => {
  if (error instanceof Stopped)
    return new Problem('Stopped. What was fetched stays; the same command again goes on from there.')
  return error instanceof NotADump ? new Problem(error.message) : error
}

/** Asks a running site for all that it has, into a folder of its own below `imports`. @returns that folder. */
export const fetchOldSite = async (given: Given) => {
  const url = addressOf(given)
  const { data } = configOf(given)
  const { fetchSite } = await import('@askwell/server/features/operations/imports/apache-answer/by-api/fetch-site.ts')
  const { importsFolder } = await import('@askwell/server/features/operations/imports/place.ts')
  const folder = join(importsFolder(data), url.host.replaceAll(/[^\w.-]/g, '_'))
  const { token, rate = RATE, limit } = given
  const report = await watched('fetching', ({ progress, signal }) =>
    fetchSite(folder, { address: url.href, token, rate, limit, progress, signal }).catch((error: unknown) => {
      throw problemOf(error)
    }),
  )
  giveToOwner(data)
  const { questions, answers, comments, tags, members, files, problems } = report
  console.log(
    `${folder} has ${questions} questions, ${answers} answers, ${comments} comments, ${tags} tags, ${members} members and ${files} files of ${url.host}. Delete it once all of it is in.`,
  )
  for (const problem of problems) console.log(`Not taken: ${problem}`)
  if (report.out_of_reach)
    console.log(`The site lists ${report.out_of_reach} questions fewer than it counts: those don't come.`)
  if (report.without_addresses)
    console.log('The site tells only its admins the e-mail addresses of members: they come without (--token).')
  if (report.without_unlisted)
    console.log('The site tells only its admins of unlisted questions: those stay behind (--token).')
  if (report.without_waiting)
    console.log('The site tells only its staff of edits that wait for review: those stay behind (--token).')
  return folder
}
