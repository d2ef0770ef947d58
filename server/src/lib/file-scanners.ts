import { outsideSlot } from './concurrency-slot.ts'

/** A file that has just come, before anything is made of it or kept. */
export interface ArrivedFile {
  /** Of the bytes, in a folder of the site's own; gone after the verdict. */
  path: string
  bytes: number
  /** As its sender calls it. */
  name: string
}

/** `found`: what it is taken for; for whoever runs the site, never for the sender. */
export type ScanVerdict = { clean: true } | { clean: false; found: string }

/** Looks for viruses. When `signal` aborts, nobody waits any longer. */
export type FileScanner = (file: ArrivedFile, signal: AbortSignal) => Promise<ScanVerdict>

export type Scanned = 'clean' | 'infected' | 'unknown'

/** Somebody waits in front of a form. */
const PATIENCE_MS = 20_000

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** Which there are in this process; plugins bring them. */
export const createScanners = (report: (error: unknown, where: string) => void, patience = PATIENCE_MS) => {
  const scanners = new Map<string, FileScanner>()
  const ask = async (name: string, scanner: FileScanner, file: ArrivedFile): Promise<Scanned> => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new Error(`no verdict within ${patience} ms`)), patience)
    try {
      const verdict = await Promise.race([scanner(file, waiting.signal), aborted(waiting.signal)])
      if (!verdict.clean) report(new Error(`refused as ${verdict.found}`), `scanner ${name}`)
      return verdict.clean ? 'clean' : 'infected'
    } catch (error) {
      report(error, `scanner ${name}`)
      return 'unknown'
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    use(slug_name: string, scanner: FileScanner | undefined) {
      if (scanner) scanners.set(slug_name, scanner)
      else scanners.delete(slug_name)
    },
    /** All are asked at once: one that finds something is enough, and where one fails nobody knows. */
    async judge(file: ArrivedFile): Promise<Scanned> {
      if (!scanners.size) return 'clean'
      const said = await outsideSlot(() =>
        Promise.all([...scanners].map(([name, scanner]) => ask(name, scanner, file))),
      )
      return said.find((one) => one === 'infected') ?? said.find((one) => one === 'unknown') ?? 'clean'
    },
  }
}
export type Scanners = ReturnType<typeof createScanners>
