import { Transform } from 'node:stream'

interface Limit {
  most: number
  /** What is thrown at whoever reads more. */
  problem: () => Error
  onBytes?: (count: number) => void
}

/** Streams that let so many bytes through, all of them together. @returns one more of them. */
export const byteLimit = ({ most, problem, onBytes = () => {} }: Limit) => {
  let size = 0
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        onBytes(chunk.length)
        done(size > most ? problem() : null, chunk)
      },
    })
}
