import { numberOf, parseObjectId, userNumber } from '@askwell/contract/ids.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import type { Db } from '../../../db/dialect.ts'
import { decodedPart } from '../../../lib/decoded-part.ts'
import { findTagBySlug } from '../../content/tags/queries.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import type { About } from './queries.ts'

const userNamed = async (db: Db, name: string): Promise<About | undefined> => {
  const user = await findUserByName(db, name)
  return user && { user_id: user.id }
}

const object = (id: string): About | undefined => {
  const parsed = parseObjectId(id)
  if (!parsed) return undefined
  return parsed.type === 'question'
    ? { question_id: parsed.number }
    : parsed.type === 'user'
      ? { user_id: parsed.number }
      : { object: { object_type: parsed.type, object_id: parsed.number } }
}

/** The path of an address that somebody pasted, whole or not. */
const pathIn = (text: string) =>
  URL.parse(text)?.pathname ?? (text.startsWith('/') ? text.split(/[?#]/, 1)[0]! : undefined)

const atPath = async (db: Db, path: string): Promise<About | undefined> => {
  const post = parseQuestionPath(path)
  if (post?.answer) return { object: { object_type: 'answer', object_id: post.answer } }
  if (post) return { question_id: post.question }
  const [, place, name = ''] = path.split('/').map(decodedPart)
  if (place === 'users') return userNamed(db, name)
  if (place === 'posts') return object(name)
  if (place === 'admin') {
    const [, , , id = ''] = path.split('/')
    return name === 'users' && userNumber(id) ? { user_id: userNumber(id) } : { names: [name] }
  }
  if (place !== 'tags') return undefined
  const tag_id = numberOf('tag', name) || (await findTagBySlug(db, name))?.id
  return tag_id ? { object: { object_type: 'tag', object_id: tag_id } } : undefined
}

/** What somebody means by an address of this site, an id, a username or the name of a section; undefined if it is nothing here. */
export const meantBy = async (db: Db, text: string, sections: readonly string[]): Promise<About | undefined> => {
  const path = pathIn(text)
  if (path !== undefined) return atPath(db, path)
  if (sections.includes(text)) return { names: [text] }
  return object(text) ?? (await userNamed(db, text.replace(/^@/, '')))
}
