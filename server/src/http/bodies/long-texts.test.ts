import { compareSettings } from '@askwell/contract/configuration.ts'
import { PREFIX } from '@askwell/contract/endpoint.ts'
import { PEOPLE_CSV_MAX, SETTINGS_FILE_MAX } from '@askwell/contract/limits.ts'
import { checkPeople } from '@askwell/contract/site-invitations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestUser, type World, world } from '../../../test/world.ts'
import { translateReason } from '../../lib/messages.ts'

/** Four bytes each, the most that a letter has. */
const LETTER = '𝔄'

/** A file of settings, and a list of people, that is so long. */
const FILE = 'settings: {} # '
const settingsOf = (length: number) => FILE + LETTER.repeat(length - FILE.length)
const LINE = 'somebody@example.com,'
const peopleOf = (length: number) => LINE + LETTER.repeat(length - LINE.length)

describe('a long text of an admin', () => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const TERMS = { role_id: 1, days: 7 } as const
  const post = (path: string, body: unknown, { token }: TestUser) =>
    w.server.inject({
      method: 'POST',
      url: PREFIX.admin + path,
      headers: { authorization: token, 'content-type': 'application/json', 'accept-language': 'en' },
      payload: JSON.stringify(body),
    })

  test('is taken up to its limit, and refused on its field above', async () => {
    const file = settingsOf(SETTINGS_FILE_MAX)
    expect(await w.as(admin).call(compareSettings, { body: { file } })).toMatchObject({ sections: [] })
    const csv = peopleOf(PEOPLE_CSV_MAX)
    expect(await w.as(admin).call(checkPeople, { body: { ...TERMS, csv } })).toMatchObject([{ outcome: 'bad_name' }])
    for (const [path, body, field, max] of [
      [compareSettings.path, { file: `${file}x` }, 'file', SETTINGS_FILE_MAX],
      [checkPeople.path, { ...TERMS, csv: `${csv}x` }, 'csv', PEOPLE_CSV_MAX],
    ] as const) {
      const refused = await post(path, body, admin)
      expect(refused.statusCode).toBe(400)
      expect(refused.json<{ data: unknown }>().data).toEqual([
        { error_field: field, error_msg: expect.stringContaining(max.toLocaleString('en')) as string },
      ])
    }
  })

  test('far above it, or from anybody else, is not even read', async () => {
    const far = await post(compareSettings.path, { file: LETTER.repeat(2 * SETTINGS_FILE_MAX) }, admin)
    expect(far.statusCode).toBe(413)
    const member = await w.given.member()
    const others = await post(compareSettings.path, { file: settingsOf(SETTINGS_FILE_MAX) }, member)
    expect(others.statusCode).toBe(413)
    expect((await post(compareSettings.path, { file: FILE }, member)).statusCode).toBe(403)
  })

  test('a page without scripts takes as much, and says the limit', async () => {
    const cookies = { askwell_session: admin.token }
    const url = '/admin/settings-file'
    const page = await w.server.inject({ url, cookies, headers: { 'accept-language': 'en' } })
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.body)![1]!
    const too_long = /name="too_long" value="([^"]+)"/.exec(page.body)![1]!
    expect(too_long).toContain(SETTINGS_FILE_MAX.toLocaleString('en'))
    const send = (file: string) => {
      const edge = 'edge'
      const fields = { form_token, too_long, intent: 'compare', file }
      const parts = Object.entries(fields).map(
        ([name, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      return w.server.inject({
        method: 'POST',
        url,
        cookies,
        headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'accept-language': 'en' },
        payload: `${parts.join('')}--${edge}--\r\n`,
      })
    }
    const taken = await send(settingsOf(SETTINGS_FILE_MAX))
    expect([taken.statusCode, taken.body.includes('Nothing would change')]).toEqual([200, true])
    const refused = await send(settingsOf(SETTINGS_FILE_MAX + 1))
    expect(refused.body).toContain(too_long)
    expect(refused.body).not.toContain(translateReason('en_US', 'base.body_too_large'))
  })
})
