import { plugin } from '@askwell/plugin-kit'

const PIECE_BYTES = 256 * 1024
const NEWLINE = 10

const authorsOf = ({ by, at, answers }) => [
  { ...by, created_at: at },
  ...answers.map((answer) => ({ ...answer.by, created_at: answer.at })),
]

export default plugin({
  importer: {
    // The file may be larger than memory: it is read in pieces, and `next` says where the following one begins.
    async read({ from = '0' }, { files }) {
      const [file] = await files.list()
      const start = Number(from)
      const piece = await files.read(file.name, start, start + PIECE_BYTES)
      const isLast = start + piece.length >= file.bytes
      const end = isLast ? piece.length : piece.lastIndexOf(NEWLINE) + 1
      if (end === 0 && !isLast) throw new Error(`a thread at byte ${start} is longer than ${PIECE_BYTES} bytes`)
      const lines = new TextDecoder().decode(piece.subarray(0, end)).split('\n')
      const threads = lines.filter((line) => line.trim()).map((line) => JSON.parse(line))
      return {
        // Whoever comes twice counts once.
        members: threads.flatMap(authorsOf),
        questions: threads.map(({ id, title, text, by, at }) => ({ id, title, text, member: by.id, created_at: at })),
        answers: threads.flatMap((thread) =>
          thread.answers.map(({ id, text, by, at }) => ({
            id,
            question: thread.id,
            text,
            member: by.id,
            created_at: at,
          })),
        ),
        ...(!isLast && { next: String(start + end) }),
        progress: { done: start + end, total: file.bytes },
      }
    },
  },
})
