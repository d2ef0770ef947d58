import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Branding, CenterMember } from '@askwell/plugin-kit'
import { npmPack } from './npm-pack.ts'
import { sendPackage } from './plugins.ts'
import type { TestUser, World } from './world.ts'

export const CENTER = 'reference_center'

/** Uploads the user center of the tests; it is still to be set up and switched on. */
export const sendReferenceCenter = async (w: World, admin: TestUser) => {
  const read = (name: string) => readFileSync(new URL(`reference-center/${name}`, import.meta.url), 'utf8')
  await sendPackage(w, admin, await npmPack({ 'package.json': read('package.json'), 'index.ts': read('index.ts') }))
}

/** The service that the user center asks about its people: it answers as it is told by `said`. */
export const startCompany = async () => {
  const said = {
    places: (_: CenterMember): { profile_url?: string; account_url?: string } => ({}),
    branding: (_: CenterMember): Branding[] => [],
  }
  const server = http.createServer((request, response) => {
    const answer = async () => {
      const what = request.url!.slice(1) as keyof typeof said
      response.end(JSON.stringify(said[what]((await json(request)) as CenterMember)))
    }
    void answer()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    said,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Company = Awaited<ReturnType<typeof startCompany>>
