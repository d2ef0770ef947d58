import type { Db } from '../../../../db/dialect.ts'

// What came from a site and names an upload of it, in the order of its numbers.

export interface Walk {
  site: string
  /** The last one that was looked at. */
  after: number
  limit: number
}

const NAMING = '%/uploads/%'

export const listPostsNaming = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('posts')
    .select(['id', 'id as post_id', 'user_id', 'original_text'])
    .where('id', '>', after)
    .where('original_text', 'like', NAMING)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_mappings')
          .select('key')
          .where('site', '=', site)
          .where('import_mappings.kind', '=', 'post')
          .whereRef('object_id', '=', 'posts.id'),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

export const listCommentsNaming = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('comments')
    .select(['id', 'post_id', 'user_id', 'original_text', 'parsed_text'])
    .where('id', '>', after)
    .where('original_text', 'like', NAMING)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_mappings')
          .select('key')
          .where('site', '=', site)
          .where('kind', '=', 'comment')
          .whereRef('object_id', '=', 'comments.id'),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

export const listTagsNaming = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('tags')
    .select(['id', 'original_text'])
    .where('id', '>', after)
    .where('original_text', 'like', NAMING)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_mappings')
          .select('key')
          .where('site', '=', site)
          .where('kind', '=', 'tag')
          .whereRef('object_id', '=', 'tags.id'),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** Of posts and of tags, the present ones too. */
export const listRevisionsNaming = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('revisions')
    .select(['id', 'object_type', 'object_id', 'user_id', 'status', 'original_text'])
    .where('id', '>', after)
    .where('original_text', 'like', NAMING)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_mappings')
          .select('key')
          .where('site', '=', site)
          .whereRef('object_id', '=', 'revisions.object_id')
          .where((eb) =>
            eb.or([
              eb.and([eb('import_mappings.kind', '=', 'tag'), eb('revisions.object_type', '=', 'tag')]),
              eb.and([eb('import_mappings.kind', '=', 'post'), eb('revisions.object_type', '<>', 'tag')]),
            ]),
          ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute()

/** Members without a picture here who had one there. */
export const listLackingPicture = (db: Db, { site, after, limit }: Walk) =>
  db
    .selectFrom('imported_profiles')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id', 'avatar_url'])
    .where('users.id', '>', after)
    .where('avatar_url', 'like', NAMING)
    .where('avatar_type', '=', 'default')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_mappings')
          .select('key')
          .where('site', '=', site)
          .where('kind', '=', 'user')
          .whereRef('object_id', '=', 'users.id'),
      ),
    )
    .orderBy('users.id')
    .limit(limit)
    .execute()
