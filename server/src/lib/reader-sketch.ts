import { createHmac } from 'node:crypto'

// About how many different people have read something, in 256 bytes and without keeping who they were: a HyperLogLog,
// and as long as they are few the list of their hashes, which counts exactly.

const REGISTERS = 256
const HASH_BYTES = 4
/** One hash less than would be as long as the registers: the length tells which of the two it is. */
const LISTED = REGISTERS / HASH_BYTES - 1
const RANK_BITS = 24
/** For 256 registers, from the paper. */
const ALPHA = 0.7213 / (1 + 1.079 / REGISTERS)

/** Keyed, so that nobody can try names and addresses against what is kept. */
export const readerHash = (secret: string, question_id: number, reader: string) =>
  createHmac('sha256', secret).update(`reader ${question_id} ${reader}`).digest().readUInt32BE()

const note = (registers: Buffer, hash: number) => {
  const register = hash >>> RANK_BITS
  const rank = Math.min(Math.clz32(hash << (32 - RANK_BITS)), RANK_BITS) + 1
  registers[register] = Math.max(registers[register]!, rank)
}

const listed = (sketch: Buffer) =>
  Array.from({ length: sketch.length / HASH_BYTES }, (_, at) => sketch.readUInt32BE(at * HASH_BYTES))

const asList = (hashes: number[]) => {
  const list = Buffer.alloc(hashes.length * HASH_BYTES)
  hashes.forEach((hash, at) => list.writeUInt32BE(hash, at * HASH_BYTES))
  return list
}

/** The sketch with these people too. */
export const withReaders = (sketch: Buffer, hashes: number[]): Buffer => {
  const dense = sketch.length === REGISTERS
  const known = dense ? hashes : [...new Set([...listed(sketch), ...hashes])]
  if (!dense && known.length <= LISTED) return asList(known)
  const registers = dense ? Buffer.from(sketch) : Buffer.alloc(REGISTERS)
  for (const hash of known) note(registers, hash)
  return registers
}

/** Exact up to 63, about one in fifteen off beyond. */
export const countReaders = (sketch: Buffer) => {
  if (sketch.length < REGISTERS) return sketch.length / HASH_BYTES
  const sum = sketch.reduce((total, rank) => total + 2 ** -rank, 0)
  const raw = (ALPHA * REGISTERS * REGISTERS) / sum
  const empty = sketch.filter((rank) => rank === 0).length
  return Math.round(raw <= 2.5 * REGISTERS && empty > 0 ? REGISTERS * Math.log(REGISTERS / empty) : raw)
}
