import {
  createTag,
  deleteTag,
  editTag,
  followedTags,
  followTags,
  mergeTags,
  recoverTag,
  saveSynonyms,
  tag,
  tagSynonyms,
} from '@askwell/contract/tags.ts'
import { example, fresh, type Scene } from '../cast.ts'

const text = () => `The text of ${fresh('tag')}.`

/** A tag that nothing has. */
const unused = async ({ w, cast }: Scene) => {
  const name = fresh('topic-')
  await w.as(cast.moderator).call(createTag, { body: { slug_name: name, display_name: name, original_text: text() } })
  return { name, tag_id: (await w.as(cast.moderator).call(tag, { query: { name } })).tag_id }
}
const deleted = async (s: Scene) => {
  const { name, tag_id } = await unused(s)
  await s.w.as(s.cast.moderator).call(deleteTag, { body: { tag_id } })
  return { name, tag_id }
}
/** What others have made of the author's reputation by then would let them. */
const unesteemed = ({ w, cast }: Scene) =>
  w.app.transaction((tx) => tx.db.updateTable('users').set({ rank: 1 }).where('id', '=', cast.author.id).execute())
const plainly =
  <T>(what: (s: Scene) => Promise<T>) =>
  async (s: Scene) => {
    await unesteemed(s)
    return what(s)
  }

export const tagging = {
  'tag: deleted': example(tag, async (s) => ({ query: { name: (await deleted(s)).name } })),
  tagSynonyms: example(tagSynonyms, async (s) => ({ query: { tag_id: (await unused(s)).tag_id } })),
  'tagSynonyms: of a deleted tag': example(tagSynonyms, async (s) => ({
    query: { tag_id: (await deleted(s)).tag_id },
  })),
  createTag: example(createTag, () => {
    const name = fresh('topic-')
    return { body: { slug_name: name, display_name: name, original_text: text() } }
  }),
  editTag: example(
    editTag,
    plainly(async (s) => ({ body: { tag_id: (await unused(s)).tag_id, original_text: text() } })),
  ),
  'editTag: with another slug': example(editTag, async (s) => ({
    body: { tag_id: (await unused(s)).tag_id, slug_name: fresh('renamed-') },
  })),
  'editTag: deleted': example(
    editTag,
    plainly(async (s) => ({ body: { tag_id: (await deleted(s)).tag_id, original_text: text() } })),
  ),
  followedTags: example(followedTags),
  followTags: example(followTags, () => ({ body: { slug_name_list: ['support'] } })),
  deleteTag: example(deleteTag, async (s) => ({ body: { tag_id: (await unused(s)).tag_id } })),
  recoverTag: example(recoverTag, async (s) => ({ body: { tag_id: (await deleted(s)).tag_id } })),
  mergeTags: example(mergeTags, async (s) => ({
    body: { source_tag_id: (await unused(s)).tag_id, target_tag_id: (await unused(s)).tag_id },
  })),
  saveSynonyms: example(saveSynonyms, async (s) => ({
    body: { tag_id: (await unused(s)).tag_id, synonym_tag_list: [{ slug_name: fresh('word-') }] },
  })),
}
