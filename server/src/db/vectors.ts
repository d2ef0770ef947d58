import { type RawBuilder, sql } from 'kysely'
import { type Db, isPostgres } from './dialect.ts'
import { insertMany } from './insert-many.ts'
import { NEAREST } from './slow-reads.ts'
import { canLoadVectors } from './sqlite-vectors.ts'

export interface Vector {
  post_id: number
  generation: number
  digest: string
  vector: Float32Array
}

/** What an admin should hear of the database: that it can't compare vectors, or only one by one. */
type Lack = 'error.embeddings.no_extension' | 'error.embeddings.no_index' | 'error.embeddings.not_allowed'

/** Vectors of one kind, which alone can be compared. */
interface Kind {
  generation: number
  dimensions: number
}

/** How both databases keep vectors and compare them: pieces of SQL. */
interface Vectors {
  lacks: (db: Db) => Promise<Lack | undefined>
  put: (db: Db, vectors: Vector[]) => Promise<unknown>
  /** Makes their index, where the database has one for vectors and it isn't there yet. */
  index: (db: Db, kind: Kind) => Promise<unknown>
  /** Pieces of a search for what is near to one vector. */
  compare: (
    db: Db,
    kind: Kind,
    vector: Float32Array,
  ) => Promise<{
    /** How far apart a row of `search_vectors` is: 0 the same direction, 1 nothing to do with each other. */
    distance: RawBuilder<number>
    /** Posts of the vectors that may be nearest. */
    nearest: RawBuilder<unknown>
  }>
}

/** Whether each number is above zero. Vectors that point alike agree in most of these. */
const signsOf = (vector: Float32Array) => Array.from(vector, (number) => (number > 0 ? 1 : 0))

const packed = (signs: number[]) => {
  const bits = new Uint8Array(Math.ceil(signs.length / 8))
  for (const [at, sign] of signs.entries()) bits[at >> 3]! |= sign << (at & 7)
  return bits
}
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength)

/** sqlite-vec compares. All bits are looked at, which are a thirty-second of the vectors; then only the nearest vectors. */
const sqlite: Vectors = {
  lacks: async () => ((await canLoadVectors()) ? undefined : 'error.embeddings.no_extension'),
  put: (db, vectors) =>
    insertMany(
      db,
      'search_vectors',
      vectors.map(({ vector, ...row }) => ({ ...row, bits: packed(signsOf(vector)), vector: bytesOf(vector) })),
      { verb: 'insert or replace into' },
    ),
  index: async () => {},
  compare: async (_db, { generation }, vector) => ({
    distance: sql<number>`vec_distance_cosine(search_vectors.vector, ${bytesOf(vector)})`,
    nearest: sql`select post_id from search_vectors where generation = ${sql.lit(generation)}
      order by vec_distance_hamming(vec_bit(bits), vec_bit(${packed(signsOf(vector))})) limit ${sql.lit(NEAREST)}`,
  }),
}

/** What an index of pgvector takes as whole numbers; wider vectors are indexed with half the digits. */
const MOST_WHOLE = 2000
const kindOf = (dimensions: number) => sql.raw(`${dimensions > MOST_WHOLE ? 'halfvec' : 'vector'}(${dimensions})`)
const rulesOf = (dimensions: number) => sql.raw(dimensions > MOST_WHOLE ? 'halfvec_cosine_ops' : 'vector_cosine_ops')
const INDEX = 'search_vectors_near_'

/** `halfvec` came with 0.7. */
const isNewEnough = (version: string) => {
  const [first = 0, second = 0] = version.split('.').map(Number)
  return first > 0 || second >= 7
}

/** Whether pgvector is there, and whether this user may switch it on where it isn't. */
const findExtension = async (db: Db) => {
  const query = sql<{ version: string | null; installed: boolean; allowed: boolean }>`select
      coalesce(installed_version, default_version) as version, installed_version is not null as installed,
      (select rolsuper from pg_roles where rolname = current_user) or (has_database_privilege(current_database(), 'create')
        and exists (select 1 from pg_available_extension_versions as v where v.name = 'vector' and v.version = default_version and trusted)) as allowed
    from pg_available_extensions where name = 'vector'`
  const found = (await query.execute(db)).rows[0]
  return found?.version && isNewEnough(found.version) ? found : undefined
}

const listIndexes = async (db: Db) =>
  (
    await sql<{
      name: string
    }>`select indexname as name from pg_indexes where schemaname = current_schema() and starts_with(indexname, ${INDEX})`.execute(
      db,
    )
  ).rows.map(({ name }) => name)

const written = (vector: Float32Array) => `{${vector.join(',')}}`

/** Without pgvector the bits of all vectors are compared, and then the nearest of them whole. */
const oneByOne = (generation: number, vector: Float32Array) => ({
  distance: sql<number>`(select 1 - sum(a * b) / nullif(sqrt(sum(a * a)) * sqrt(sum(b * b)), 0)
    from unnest(search_vectors.vector::float8[], ${written(vector)}::float8[]) as pair (a, b))`,
  nearest: sql`select post_id from search_vectors where generation = ${sql.lit(generation)}
    order by bit_count(bits # ${sql.lit(signsOf(vector).join(''))}::bit varying) limit ${sql.lit(NEAREST)}`,
})

/** pgvector has an index of its own kind (HNSW), which finds almost all of the nearest. */
const byIndex = ({ generation, dimensions }: Kind, vector: Float32Array) => {
  const kind = kindOf(dimensions)
  const distance = sql<number>`(search_vectors.vector::${kind} <=> ${written(vector)}::real[]::${kind})`
  return {
    distance,
    nearest: sql`select post_id from search_vectors where generation = ${sql.lit(generation)}
      order by ${distance} limit ${sql.lit(NEAREST)}`,
  }
}

const postgres: Vectors = {
  async lacks(db) {
    const found = await findExtension(db)
    if (!found) return 'error.embeddings.no_index'
    return found.installed || found.allowed ? undefined : 'error.embeddings.not_allowed'
  },
  put: (db, vectors) =>
    sql`insert into search_vectors (post_id, generation, digest, bits, vector) values ${sql.join(
      vectors.map(
        ({ post_id, generation, digest, vector }) =>
          sql`(${post_id}::bigint, ${generation}::bigint, ${digest}, ${signsOf(vector).join('')}::bit varying, ${written(vector)}::real[])`,
      ),
    )} on conflict (post_id) do update set generation = excluded.generation, digest = excluded.digest,
      bits = excluded.bits, vector = excluded.vector`.execute(db),
  // Posts can't lose their vectors while it is made; where pgvector was there from the start, that is no time at all.
  async index(db, { generation, dimensions }) {
    const found = await findExtension(db)
    const name = `${INDEX}${generation}`
    const indexes = await listIndexes(db)
    for (const earlier of indexes) if (earlier !== name) await sql`drop index if exists ${sql.ref(earlier)}`.execute(db)
    if (indexes.includes(name) || !(found?.installed || found?.allowed)) return
    await sql`create extension if not exists vector`.execute(db)
    await sql`create index if not exists ${sql.ref(name)} on search_vectors
      using hnsw ((vector::${kindOf(dimensions)}) ${rulesOf(dimensions)}) where generation = ${sql.lit(generation)}`.execute(
      db,
    )
  },
  compare: async (db, kind, vector) =>
    (await listIndexes(db)).includes(`${INDEX}${kind.generation}`)
      ? byIndex(kind, vector)
      : oneByOne(kind.generation, vector),
}

export const vectorsIn = (db: Db) => (isPostgres(db) ? postgres : sqlite)

/** The database may have come from a machine that could. */
export const canCompare = async (db: Db) => isPostgres(db) || (await canLoadVectors())
