import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../queries.ts'
import { uploadAddresses, uploadsOf } from '../uploads.ts'
import { NotADump } from '../../not-a-dump.ts'
import type { OldUpload } from '../../uploads/copy.ts'
import { type Client, NotGiven } from './client.ts'
import { complain, type Fetching } from './fetching.ts'

/** So many in a row that it fails to send, and it is gone. */
const FAILED_MAX = 2

/** What is no picture is asked for with the name that it was sent with. */
const addressOf = ({ key, name, source }: OldUpload) =>
  source === 'post_attachment' ? `${key.replace(/\.\w+$/, '')}/${name}` : key

/** The uploads that what was fetched names, into the folder where the import looks for them. @returns how many are there. */
export const fetchFiles = async (one: Fetching, folder: string) => {
  const { client, progress } = one
  const answer = openDatabase(join(folder, 'answer.db'))
  try {
    const wanted = [
      ...uploadsOf(answer, uploadAddresses(answer), {
        tally: { count: () => {} },
        withSettings: true,
      }),
    ]
    let [there, failed] = [0, 0]
    for (const [at, upload] of wanted.entries()) {
      const place = join(folder, 'uploads', upload.key)
      try {
        if (!existsSync(place)) await fetchFile(client, addressOf(upload), place)
        there++
        failed = 0
      } catch (error) {
        // One that the site can't send is passed over; a site that is gone isn't asked for all of them.
        if (!(error instanceof NotGiven) && (!(error instanceof NotADump) || ++failed > FAILED_MAX)) throw error
        complain(one, `uploads/${addressOf(upload)}: the site doesn't give it (${error.message})`)
      }
      progress(at + 1, wanted.length, 'files')
    }
    return there
  } finally {
    answer.close()
  }
}

/** It has its name only when all of it is there. */
const fetchFile = async (client: Client, address: string, place: string) => {
  const content = await client.file(address)
  await mkdir(dirname(place), { recursive: true, mode: 0o700 })
  await writeFile(`${place}.part`, content, { mode: 0o600 })
  await rename(`${place}.part`, place)
}
