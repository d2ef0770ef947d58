import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import { dashboard, dismissFirstSteps } from '@askwell/contract/dashboard.ts'
import { inviteByLink } from '@askwell/contract/site-invitations.ts'
import { saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { createTag } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { LAST_BACKUP } from '../backups/views.ts'
import { insertUsers } from '../../users/users/queries.ts'
import { saveSetting } from '../settings/queries.ts'
import { MAIL_TESTED } from '../settings/views.ts'

describe.each(engines)('the first steps of a new site (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(() => w.close())
  const steps = async () => (await w.as(admin).call(dashboard)).first_steps
  const done = async () => (await steps()).filter((one) => one.done).map(({ step }) => step)

  test('each is ticked off by what is there, and the list goes when all are done', async () => {
    expect(await steps()).toHaveLength(6)
    const before = await done()
    const by = w.as(admin)
    await by.call(saveGeneralSettings, { body: { short_description: 'Questions about our machines' } })
    expect(await done()).toEqual(['name', ...before])
    await by.call(createTag, {
      body: { slug_name: 'machines', display_name: 'machines', original_text: 'What we build' },
    })
    expect(await done()).toContain('tags')
    await by.call(inviteByLink, { body: { role_id: 1, days: 7, max_uses: 1 } })
    expect(await done()).toContain('people')
    writeFileSync(join(w.folder, LAST_BACKUP), '')
    expect(await done()).toContain('backup')
    await by.call(saveSmtpSettings, { body: { smtp_host: 'mail.example.com', from_email: 'desk@example.com' } })
    expect(await done()).not.toContain('mail') // nothing has been sent by it yet
    await w.app.transaction((tx) => saveSetting(tx.db, MAIL_TESTED, tx.now(), tx.now()))
    expect(await done()).toContain('mail')
    expect((await steps()).filter((one) => !one.done)).toEqual([{ step: 'logo', done: false }])
    await w.app.transaction(async (tx) => {
      await saveSetting(tx.db, 'branding', { logo: '/uploads/branding/logo.png' }, tx.now())
      await tx.emit('settings.changed', {
        actor_id: 0,
        object_type: 'user',
        object_id: 0,
        question_id: 0,
        name: 'branding',
      })
    })
    expect(await steps()).toEqual([])
  })

  test('a member who was imported has not been invited; one who registers counts', async () => {
    const fresh = await world(engine)
    try {
      const isInvited = async () =>
        (await fresh.as(await fresh.given.admin()).call(dashboard)).first_steps.find(({ step }) => step === 'people')!
          .done
      const imported = { created_at: fresh.app.clock.now(), e_mail: null, password_hash: null }
      await fresh.app.transaction((tx) =>
        insertUsers(tx.db, [
          { ...imported, username: 'imported', display_name: 'Imported' },
          { ...imported, username: 'imported2', display_name: 'Imported too' },
        ]),
      )
      expect(await isInvited()).toBe(false)
      await fresh.given.member({ name: 'newcomer' })
      expect(await isInvited()).toBe(true)
    } finally {
      await fresh.close()
    }
  })

  test('an admin can put the list away', async () => {
    await w.as(admin).call(saveGeneralSettings, { body: { short_description: '' } })
    expect(await steps()).not.toEqual([])
    await w.as(admin).call(dismissFirstSteps)
    expect(await steps()).toEqual([])
  })
})
