import { type Kit, plugin, type Sending, type StoredUpload } from '@askwell/plugin-kit'
import { addressOf, call, forgetFolders, listFolder, makeFolder, refuse, send } from './server.ts'

/** Where files are until they are whole; on the same server, so that moving one is one step. */
const ARRIVING = 'arriving'

/** Where an upload lies: an answer about one folder must not become long, so they are spread by the first two letters of their names. */
const placeOf = (path: string) => {
  const [source = '', name = ''] = path.split('/')
  const letter = (at: number) => (/[\w-]/.test(name[at] ?? '') ? name[at] : '_')
  return `${source}/${letter(0)}/${letter(1)}/${name}`
}
const folderOf = (place: string) => place.slice(0, place.lastIndexOf('/'))

/** Files that come just now. */
const coming = new Map<string, { path: string; sending: Sending }>()

const arriveAt = async (kit: Kit, id: string, path: string) => {
  const place = placeOf(path)
  const move = () =>
    call(kit, 'MOVE', `${ARRIVING}/${id}`, { headers: { destination: addressOf(kit, place), overwrite: 'T' } })
  await makeFolder(kit, folderOf(place))
  let response = await move()
  if (response.status === 409) {
    // Somebody has cleared up there.
    forgetFolders()
    await makeFolder(kit, folderOf(place))
    response = await move()
  }
  if (!response.ok) throw refuse(response, `MOVE to ${place}`)
}

const removeOne = async (kit: Kit, place: string) => {
  const response = await call(kit, 'DELETE', place)
  if (!response.ok && response.status !== 404) throw refuse(response, `DELETE ${place}`)
}

/** The names of the folders in one, those behind `after`; the first of them may be it. */
const foldersFrom = async (kit: Kit, place: string, after: string) =>
  (await listFolder(kit, place)).flatMap(({ name, isFolder }) => (isFolder && name >= after ? name : []))

const SOURCES = ['avatar', 'branding', 'post', 'post_attachment']

/** The folder with files that comes behind this one, in order. */
const nextFolder = async (kit: Kit, from: string | undefined) => {
  const [source = '', first = '', second = ''] = from?.split('/') ?? []
  for (const at of SOURCES.filter((one) => one >= source)) {
    const isHere = at === source
    for (const one of await foldersFrom(kit, at, isHere ? first : '')) {
      const seconds = await foldersFrom(kit, `${at}/${one}`, '')
      const next = seconds.find((two) => !(isHere && one === first) || two > second)
      if (next !== undefined) return `${at}/${one}/${next}`
    }
  }
  return undefined
}

export default plugin({
  upload_store: {
    async begin({ id, path, bytes, type }, kit) {
      await makeFolder(kit, ARRIVING)
      coming.set(id, { path, sending: await send(kit, `${ARRIVING}/${id}`, bytes, type) })
    },
    async piece({ id, base64 }) {
      const file = coming.get(id)
      if (!file) throw new Error('this file is unknown')
      await file.sending.write(Buffer.from(base64, 'base64'))
    },
    async end({ id, complete }, kit) {
      const file = coming.get(id)
      coming.delete(id)
      if (!file) throw new Error('this file is unknown')
      if (!complete) return file.sending.abort()
      const response = await file.sending.end()
      if (!response.ok) throw refuse(response, 'PUT')
      try {
        await arriveAt(kit, id, file.path)
      } catch (error) {
        await removeOne(kit, `${ARRIVING}/${id}`).catch(() => {}) // what happened first is what is told
        throw error
      }
    },
    async find({ path }, kit) {
      const response = await call(kit, 'HEAD', placeOf(path))
      if (response.status === 404) return null
      if (!response.ok) throw refuse(response, 'HEAD')
      const bytes = response.headers.get('content-length')
      // Readers would get an empty file.
      if (bytes === null) throw new Error('the server doesn’t say how long the file is (content-length)')
      return { bytes: Number(bytes) }
    },
    async read({ path, start, end }, kit) {
      const response = await call(kit, 'GET', placeOf(path), { headers: { range: `bytes=${start}-${end}` } })
      if (!response.ok) throw refuse(response, 'GET')
      const bytes = Buffer.from(await response.arrayBuffer())
      // A server that knows no ranges gives all of a small file.
      return { base64: (response.status === 206 ? bytes : bytes.subarray(start, end + 1)).toString('base64') }
    },
    async remove({ paths }, kit) {
      for (const path of paths) await removeOne(kit, placeOf(path))
    },
    async list({ from }, kit) {
      const folder = await nextFolder(kit, from)
      if (folder === undefined) return { files: [] }
      const source = folder.split('/')[0]!
      const files = (await listFolder(kit, folder)).flatMap(({ name, isFolder, bytes, modified_at }): StoredUpload[] =>
        isFolder ? [] : [{ path: `${source}/${name}`, bytes, modified_at }],
      )
      return { files, next: folder }
    },
  },
})
