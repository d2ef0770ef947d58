import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { BadRequest, AppError } from '../../lib/errors.ts'
import { type SpooledFile, spool } from './spool.ts'

/** Texts of posts are limited to 65,535 characters, at worst four bytes each, plus some space for the rest. The same for calls and forms. */
export const BODY_BYTES = 512 * 1024
/** No form of ours has nearly this many. */
const FIELDS = 1000
const FIELD_NAME_BYTES = 200
const HEADERS_OF_A_PART = 20
/** After this many parts the limits are checked; a thousand parts fit into what arrives at once. */
const PIECE_BYTES = 8 * 1024

const [PLUS, SPACE, AND] = [...Buffer.from('+ &')] as [number, number, number]

const tooLarge = () => new AppError('too-large', 'base.body_too_large')
const malformed = () => new BadRequest('base.request_format_error')

export interface FileRules {
  /** The data folder. */
  data: string
  /** Called before a file is accepted; throws if it shouldn't be. */
  begin?(fields: Record<string, string>): void
  /** The largest accepted size of a file, given the fields that came before it. */
  most(fields: Record<string, string>): number
  /** Called as soon as a file is larger: throws to stop there. Otherwise the rest is read and ignored, until `total` is reached. */
  onMore(fields: Record<string, string>): void
  /** How many other fields. */
  fields?: number
  /** How much is read and ignored at most, if `onMore` doesn't throw. */
  total?: number
  /** The largest text in it, where that is more than usual. */
  textBytes?: number
}

export interface FormBody {
  fields: [name: string, value: string][]
  file: (SpooledFile & { field: string }) | undefined
  /** Deletes the files that nobody has moved to their place. */
  dispose(): Promise<void>
}

const totalOf = (file: FileRules | undefined) => (file ? (file.total ?? Infinity) : BODY_BYTES)

/** As many bytes as the sender says there are; 0 where they don't say. */
export const announced = ({ headers }: FastifyRequest) => Number(headers['content-length'] ?? 0)
export const isMultipart = ({ headers }: FastifyRequest) => /^multipart\//i.test(headers['content-type'] ?? '')

/** Stopping early doesn't close the connection: the sender has yet to read why. */
const chunksOf = (raw: IncomingMessage) => raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>

/** What was sent breaks off. */
const asBrokenOff = (error: unknown) =>
  (error as { code?: string }).code === 'ECONNRESET' || (error as Error).name === 'AbortError' ? malformed() : error

const readAll = async (request: FastifyRequest) => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of chunksOf(request.raw)) {
      size += chunk.length
      if (size > BODY_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw asBrokenOff(error)
  }
  return Buffer.concat(chunks)
}

const readPairs = async (request: FastifyRequest): Promise<FormBody> => {
  const bytes = await readAll(request)
  // Counted before they are parsed, and spaces are put in here: both cost a thousand times as much in the parser.
  for (let at = 0, pairs = 1; at < bytes.length; at++) {
    if (bytes[at] === PLUS) bytes[at] = SPACE
    else if (bytes[at] === AND && ++pairs > FIELDS) throw tooLarge()
  }
  return { fields: [...new URLSearchParams(bytes.toString())], file: undefined, dispose: async () => {} }
}

/** The parser's message for a body that ends in the middle of a file. */
const BROKEN_OFF = /terminated early/

const parserOf = (request: FastifyRequest, file: FileRules | undefined) => {
  try {
    return new Busboy({
      headers: request.headers as IncomingMessage['headers'] & { 'content-type': string },
      limits: {
        fields: file?.fields ?? FIELDS,
        fieldSize: file?.textBytes ?? BODY_BYTES,
        files: 1,
        parts: FIELDS + 1,
        headerPairs: HEADERS_OF_A_PART,
        headerSize: FIELD_NAME_BYTES * 8,
      },
      // Where no file is accepted, an empty file field is.
      ...(!file && { isPartAFile: () => false }),
    })
  } catch {
    throw malformed()
  }
}

const readParts = async (request: FastifyRequest, rules: FileRules | undefined): Promise<FormBody> => {
  const parser = parserOf(request, rules)
  const fields: FormBody['fields'] = []
  let file: Promise<SpooledFile & { field: string }> | undefined
  let open: Readable | undefined
  let bytesInFile = 0
  let size = 0
  const failing = Promise.withResolvers<never>()
  failing.promise.catch(() => {}) // perhaps nobody waits any more
  const finished = new Promise<void>((resolve) => void parser.on('finish', resolve))
  parser.on('error', () => failing.reject(malformed()))
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => failing.reject(tooLarge()))
  parser.on('field', (name, value, _nameCut, cut) => {
    if (cut || name.length > FIELD_NAME_BYTES) failing.reject(tooLarge())
    else fields.push([name, value])
  })
  const take = async (arriving: Readable, { field, name, mime }: { field: string; name: string; mime: string }) => {
    const before = Object.fromEntries(fields)
    rules!.begin?.(before)
    const [most, onMore] = [rules!.most(before), () => rules!.onMore(before)]
    if (announced(request) > most + (rules!.textBytes ?? BODY_BYTES)) onMore()
    const onBytes = (count: number) => void (bytesInFile += count)
    return { ...(await spool(rules!.data, arriving, { name, mime, most, onBytes, onMore })), field }
  }
  parser.on('file', (field, arriving: Readable, name, _encoding, mime) => {
    open = arriving
    arriving.on('error', (error) => {
      if (BROKEN_OFF.test(error.message)) failing.reject(malformed())
    })
    file = take(arriving, { field, name: name ?? '', mime })
    file.catch((error: unknown) => failing.reject(asBrokenOff(error)))
  })
  const dispose = async () => {
    const left = await file?.catch(() => undefined)
    if (left) await rm(left.path, { force: true })
  }
  const total = totalOf(rules)
  const feed = async () => {
    for await (const chunk of chunksOf(request.raw)) {
      size += chunk.length
      if (size > total) throw tooLarge()
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES)
        const written = new Promise<void>((resolve) => void parser.write(piece, () => resolve()))
        await Promise.race([failing.promise, written])
      }
      // Everything but files is held in memory. Some bytes of a file may not be counted yet.
      if (size - bytesInFile > 2 * (rules?.textBytes ?? BODY_BYTES)) throw tooLarge()
    }
    parser.end()
    await Promise.race([failing.promise, finished])
  }
  try {
    await feed()
    return { fields, file: await file, dispose }
  } catch (error) {
    parser.destroy()
    open?.destroy()
    await dispose()
    throw asBrokenOff(error)
  }
}

/**
 * A form as it was sent, parsed once, within limits that hold while it arrives. Without `file` no files are accepted.
 * A body that isn't a form has no fields.
 */
export const readForm = async (request: FastifyRequest, file?: FileRules): Promise<FormBody> => {
  const type = request.headers['content-type'] ?? ''
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    if (announced(request) > BODY_BYTES) throw tooLarge()
    return readPairs(request)
  }
  if (!/^multipart\/form-data\b/i.test(type)) return { fields: [], file: undefined, dispose: async () => {} }
  if (announced(request) > totalOf(file)) throw tooLarge()
  return readParts(request, file)
}

/** The path of the file behind a form's `File`. */
export const spooledFiles = new WeakMap<File, SpooledFile>()

/** The same type as in the pages' framework. */
export const asFormData = async ({ fields, file }: FormBody) => {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  if (file) {
    const standing = new File([await openAsBlob(file.path)], file.name, { type: file.mime })
    spooledFiles.set(standing, file)
    form.append(file.field, standing)
  }
  return form
}
