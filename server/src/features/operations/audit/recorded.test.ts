import { objectId } from '@askwell/contract/ids.ts'
import { UNDO_SECONDS } from '@askwell/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellsOf } from '../../../../test/matrix/answers.ts'
import { calls } from '../../../../test/matrix/calls/calls.ts'
import { ask, type CallInput, fresh, IPS, scene, type Scene } from '../../../../test/matrix/cast.ts'
import { switchOnPages } from '../../../../test/matrix/plugin-pages.ts'
import { type Row, table } from '../../../../test/matrix/table.ts'
import { engines, type World, world } from '../../../../test/world.ts'

/** Calls of staff that change nothing anybody else sees, or whose traces are elsewhere. */
const NOT_RECORDED: Partial<Record<Row, string>> = {
  draftCustomCssHtml: 'only the admin who writes it sees it',
  previewBadge: 'reads only',
  previewBulk: 'reads only',
  resendMail: 'the e-mail of the matrix is not there; sent.test.ts has one that is',
  sendDeliveries: 'no plugin of the matrix was told of anything; examples.test.ts has one that was',
  'sendPluginForm: moderators': 'what comes of it is in the plugin, which is told who has sent it',
  'sendPluginForm: admins': 'what comes of it is in the plugin, which is told who has sent it',
  setJobs: 'no job of the matrix has failed; jobs.test.ts has some that have',
  compareSettings: 'reads only',
  deleteVectors: 'it is off already; meaning.test.ts switches it off',
  checkPeople: 'reads only',
  measureStorage: 'reads only',
  lookForPluginUpdates: 'asks the registry, and changes no plugin',
  holdDecisions: 'recorded when it is carried out, after the time to undo it',
  'uploadFile: branding': 'recorded when the settings show it',
  'follow: a deleted question': 'about oneself',
  'switchCollection: a deleted question': 'about oneself',
  'muteTopic: a deleted question': 'about oneself',
}

/** Where the call of the matrix would leave everything as it is. */
const CHANGING: Partial<Record<Row, () => CallInput>> = {
  saveInterfaceSettings: () => ({ body: { time_zone: 'Asia/Tokyo' } }),
  saveBrandingSettings: () => ({ body: { logo: `/uploads/branding/${fresh('logo')}.png` } }),
  saveWriteSettings: () => ({ body: { max_image_size: 17 } }),
  saveMeaningSettings: () => ({ body: { embeddings_model: fresh('model') } }),
  saveSeoSettings: () => ({ body: { robots: fresh('User-agent: ') } }),
  saveLoginSettings: () => ({ body: { allow_email_domains: ['example.com', 'example.org'] } }),
  saveProfileSettings: () => ({ body: { allow_update_bio: false } }),
  savePrivilegeSettings: () => ({ body: { level: 3 } }),
  saveThemeSettings: () => ({ body: { color_scheme: 'dark' } }),
  setPluginStatus: () => ({
    body: { plugin_slug_name: 'gitlab', enabled: true, agreed: ['connector', 'net:gitlab.com'] },
  }),
  setBadgeStatus: () => ({ body: { id: objectId('badge', 7), status: 'inactive' } }),
}

/** What only staff may do: those whom reputation helps may not, nor may whose thing it is not. */
const staffOnly = (Object.keys(table) as Row[]).filter((row) => {
  const { member, privileged, admin } = cellsOf(table[row], 'public')
  return (
    calls[row].endpoint.method !== 'GET' && member.status !== 200 && privileged.status !== 200 && admin.status === 200
  )
})

describe.each(engines)('acts of staff are recorded (%s)', (engine) => {
  let w: World
  let s: Scene
  beforeAll(async () => {
    w = await world(engine)
    s = await scene(w)
    await switchOnPages(w, s)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const entries = () => w.app.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()

  test('there are such acts, and the exceptions are among them', () => {
    expect(staffOnly.length).toBeGreaterThan(60)
    expect(Object.keys(NOT_RECORDED).filter((row) => !staffOnly.includes(row as Row))).toEqual([])
  })

  test.each(staffOnly)('%s', async (row) => {
    const { endpoint, build } = calls[row]
    const kind = cellsOf(table[row], 'public').moderator.status === 200 ? 'moderator' : 'admin'
    const input = CHANGING[row]?.() ?? (await build(s, kind))
    await w.settle()
    const before = await entries()
    const { status, text } = await ask(w, endpoint, input, { token: s.cast[kind].token, ip: IPS[kind] })
    expect(NOT_RECORDED[row] ? [200, 400] : [200], text).toContain(status)
    const made = (await entries()).slice(before.length)
    if (NOT_RECORDED[row]) return expect(made).toEqual([])
    expect(made).toHaveLength(1)
    expect(made[0]).toMatchObject({ actor_id: s.cast[kind].id, via: 'session' })
    expect(made[0]!.session_id).toBeGreaterThan(0)
    const words = JSON.stringify(made[0])
    for (const secret of ['another-password-1', 'a-secret', 'a-password-of-theirs']) expect(words).not.toContain(secret)
  })

  test('a decision that could be undone first is recorded when it is carried out, with the session it was made in', async () => {
    const { endpoint, build } = calls.holdDecisions
    const made = async () => (await entries()).filter(({ kind }) => ['review', 'report', 'revision'].includes(kind))
    await w.settle()
    const before = await made()
    const input = await build(s, 'moderator')
    const { status } = await ask(w, endpoint, input, { token: s.cast.moderator.token, ip: IPS.moderator })
    expect(status).toBe(200)
    expect(await made()).toHaveLength(before.length)
    w.clock.advance(UNDO_SECONDS + 1)
    await w.settle()
    // Of the call above this one, too.
    const carriedOut = (await made()).slice(before.length)
    expect(carriedOut).toHaveLength(2)
    for (const entry of carriedOut) {
      expect(entry).toMatchObject({ actor_id: s.cast.moderator.id, via: 'session' })
      expect(entry.session_id).toBeGreaterThan(0)
    }
  })
})
