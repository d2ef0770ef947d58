import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { insertPost } from '../../features/content/posts/queries.ts'
import { insertComments } from '../../features/content/comments/queries.ts'
import { connect } from '../connect.ts'
import { migrate, STEPS } from '../migrate.ts'

test.each(engines)('files in the texts there are become known, on %s', async (engine) => {
  const { url, remove } = await freshDatabase(engine)
  const database = connect(url)
  const db = database.write
  await migrate(db) // as it is today, so that what writes posts can; then that table is taken back
  await db.schema.dropTable('file_uses').execute()
  const file = (path: string) => ({
    path,
    user_id: 1,
    source: 'post',
    mime: 'image/png',
    bytes: 1,
    width: 1,
    height: 1,
    created_at: 5,
    deleted_at: 0,
  })
  await db
    .insertInto('files')
    .values([file('post/one.png'), file('post_attachment/two.txt'), file('post/three.png')])
    .execute()
  const text = (original_text: string) => ({ user_id: 1, original_text, parsed_text: '', created_at: 7 })
  const post_id = await insertPost(db, {
    kind: 'question',
    description: '',
    ...text(
      '![a](/uploads/post/one.png) twice: ![a](http://site.example/uploads/post/one.png), and ![no](/uploads/post/nowhere.png)',
    ),
  })
  await insertPost(db, { kind: 'question', description: '', ...text('Nothing at all.') })
  const [comment_id] = await insertComments(db, [
    { post_id, question_id: post_id, ...text('[b](/uploads/post_attachment/two.txt)') },
  ])
  await STEPS.find(({ name }) => name.startsWith('0003'))!.up(db)
  expect(await db.selectFrom('file_uses').selectAll().orderBy('file_id').execute()).toEqual([
    { file_id: 1, post_id, comment_id: 0, user_id: 1, created_at: 7 },
    { file_id: 2, post_id, comment_id, user_id: 1, created_at: 7 },
  ])
  await database.close()
  await remove()
})
