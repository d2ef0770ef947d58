import { type RawBuilder, sql } from 'kysely'
import { canLoadVectors } from '../../../../db/sqlite-vectors.ts'
import { type Db, isPostgres } from '../../../../db/dialect.ts'
import { insertMany } from '../../../../db/insert-many.ts'
import { NEAREST } from '../../../../db/slow-reads.ts'

export interface Vector {
  post_id: number
  generation: number
  digest: string
  vector: Float32Array
}

/** How both databases keep vectors and compare them: pieces of SQL. */
interface Vectors {
  /** What the database lacks for it, if anything. */
  lacks: (db: Db, dimensions: number) => Promise<'error.embeddings.no_extension' | 'error.embeddings.too_wide' | undefined>
  /** Whether this process can compare: the database may have come from another machine. */
  ready: () => Promise<boolean>
  /** Before the first vector of a generation. */
  prepare: (db: Db, generation: number, dimensions: number) => Promise<unknown>
  put: (db: Db, vectors: Vector[]) => Promise<unknown>
  /** How far apart a vector in `search_vectors` and this one are: 0 the same direction, 1 nothing in common. */
  distance: (vector: Float32Array) => RawBuilder<number>
  /** Posts of the vectors that may be nearest to this one, from an index. */
  nearest: (generation: number, vector: Float32Array) => RawBuilder<unknown>
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength)

/** One bit for each number: whether it is above zero. Those of vectors that point alike are alike. */
const bitsOf = (vector: Float32Array) => {
  const bits = new Uint8Array(Math.ceil(vector.length / 8))
  for (let at = 0; at < vector.length; at++) if (vector[at]! > 0) bits[at >> 3]! |= 1 << (at & 7)
  return bits
}

/** sqlite-vec compares. All bits are looked at, which are a thirty-second of the vectors; then only the nearest vectors. */
const sqlite: Vectors = {
  lacks: async () => ((await canLoadVectors()) ? undefined : 'error.embeddings.no_extension'),
  ready: canLoadVectors,
  prepare: async () => {},
  put: (db, vectors) =>
    insertMany(
      db,
      'search_vectors',
      vectors.map(({ vector, ...row }) => ({ ...row, bits: bitsOf(vector), vector: bytesOf(vector) })),
      { verb: 'insert or replace into' },
    ),
  distance: (vector) => sql<number>`vec_distance_cosine(search_vectors.vector, ${bytesOf(vector)})`,
  nearest: (generation, vector) => sql`select post_id from search_vectors where generation = ${generation}
    order by vec_distance_hamming(vec_bit(bits), vec_bit(${bitsOf(vector)})) limit ${sql.lit(NEAREST)}`,
}

/** What an index of pgvector takes as whole numbers; wider ones are indexed with half the digits, since its version 0.7. */
const MOST_WHOLE = 2000
const kindOf = (dimensions: number) =>
  sql.raw(`${dimensions > MOST_WHOLE ? 'halfvec' : 'vector'}(${dimensions})`)
const rulesOf = (dimensions: number) => sql.raw(dimensions > MOST_WHOLE ? 'halfvec_cosine_ops' : 'vector_cosine_ops')
const written = (vector: Float32Array) => `[${vector.join(',')}]`
const apart = (vector: Float32Array) => {
  const kind = kindOf(vector.length)
  return sql<number>`(search_vectors.embedding::${kind} <=> ${written(vector)}::${kind})`
}

const atLeast = (version: string, minor: number) => {
  const [first = 0, second = 0] = version.split('.').map(Number)
  return first > 0 || second >= minor
}

/** pgvector has an index of its own kind (HNSW), which finds almost all of the nearest. */
const postgres: Vectors = {
  async lacks(db, dimensions) {
    const { rows } = await sql<{ version: string }>`select coalesce(installed_version, default_version) as version
      from pg_available_extensions where name = 'vector'`.execute(db)
    const version = rows[0]?.version
    if (!version || !atLeast(version, 5)) return 'error.embeddings.no_extension'
    return dimensions > MOST_WHOLE && !atLeast(version, 7) ? 'error.embeddings.too_wide' : undefined
  },
  ready: async () => true,
  async prepare(db, generation, dimensions) {
    await sql`create extension if not exists vector`.execute(db)
    await sql`alter table search_vectors add column if not exists embedding vector`.execute(db)
    await sql`drop index if exists search_vectors_near`.execute(db)
    await sql`create index search_vectors_near on search_vectors using hnsw ((embedding::${kindOf(dimensions)}) ${rulesOf(dimensions)})
      where generation = ${sql.lit(generation)}`.execute(db)
  },
  put: (db, vectors) =>
    sql`insert into search_vectors (post_id, generation, digest, embedding) values ${sql.join(
      vectors.map(
        ({ post_id, generation, digest, vector }) =>
          sql`(${post_id}::bigint, ${generation}::bigint, ${digest}, ${written(vector)}::vector)`,
      ),
    )} on conflict (post_id) do update set generation = excluded.generation, digest = excluded.digest,
      embedding = excluded.embedding`.execute(db),
  distance: apart,
  nearest: (generation, vector) => sql`select post_id from search_vectors where generation = ${sql.lit(generation)}
    order by ${apart(vector)} limit ${sql.lit(NEAREST)}`,
}

export const vectorsIn = (db: Db) => (isPostgres(db) ? postgres : sqlite)
