import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill } from '../page.ts'
import { admin, enter, register, type TestUser } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'
import { ask, comment } from '../posts.ts'
import type { Site } from '../site.ts'

const API = '/answer/api/v1'
const ADMIN_API = '/answer/admin/api'

const asAdmin = async (site: Site, page: WatchedPage, place: string) => {
  const boss = await admin(site)
  await enter(page, boss)
  await page.goto(`/admin/${place}`)
  return boss
}
const say = (site: Site, { token }: TestUser, short_description: string) =>
  site.call('PUT', `${ADMIN_API}/siteinfo/general`, { token, body: { short_description } })

for (const scripts of [true, false]) {
  const how = scripts ? '' : ', without JavaScript'
  const suffix = scripts ? '' : '-plain'

  journey(`an admin sees who changed a page of settings, and goes back${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    const boss = await asAdmin(site, page, '')
    await say(site, boss, 'The first words')
    await say(site, boss, 'The second words')
    await page.goto('/admin/general')
    const history = page.getByRole('region', { name: 'History' })
    const latest = history.getByRole('listitem').first()
    await latest.getByText('What changed').click()
    await latest.getByText('first').waitFor()
    await page.accessible()
    await takePictures(page, `settings-history${suffix}`)
    await latest.getByRole('button', { name: 'Go back to before this change' }).click()
    await page.getByText('These settings are again as they were').waitFor()
    expect(await field(page, 'short_description').inputValue()).toBe('The first words')

    // Somebody else was quicker.
    page.allow(/^409 PUT /)
    await say(site, boss, 'Words of another admin')
    await history.getByRole('button', { name: 'Go back to before this change' }).first().click()
    await arriveAt(page, 'History')
    await page.getByText('Somebody has changed the settings meanwhile').first().waitFor()
    await page.accessible()
    await page.getByRole('button', { name: 'Go back to before this change' }).first().click()
    await arriveAt(page, 'General')
    expect(await field(page, 'short_description').inputValue()).toBe('The first words')
  })

  journey(`an admin sees who changed the settings of a plugin, and goes back${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    const { token } = await asAdmin(site, page, '')
    const send = (server: string) =>
      site.call('PUT', `${ADMIN_API}/plugin/config`, {
        token,
        body: { plugin_slug_name: 'ntfy', config_fields: { server, access_token: '' } },
      })
    await turnPlugin(site, token, 'ntfy', true)
    await send('https://first.example')
    await send('https://second.example')
    await page.goto('/admin/ntfy')
    await arriveAt(page, 'ntfy')
    expect(await field(page, 'server').inputValue()).toBe('https://second.example')
    const history = page.getByRole('region', { name: 'History' })
    const latest = history.getByRole('listitem').first()
    await latest.getByText('What changed').click()
    await latest.getByText('first').waitFor()
    await page.accessible()
    await takePictures(page, `plugin-history${suffix}`)
    await latest.getByRole('button', { name: 'Go back to before this change' }).click()
    await page.getByText('These settings are again as they were').waitFor()
    expect(await field(page, 'server').inputValue()).toBe('https://first.example')

    // Somebody else was quicker.
    page.allow(/^409 PUT /)
    await send('https://third.example')
    await history.getByRole('button', { name: 'Go back to before this change' }).first().click()
    await arriveAt(page, 'History')
    await page.getByText('Somebody has changed the settings meanwhile').first().waitFor()
    await page.getByRole('button', { name: 'Go back to before this change' }).first().click()
    await arriveAt(page, 'ntfy')
    expect(await field(page, 'server').inputValue()).toBe('https://first.example')
    await turnPlugin(site, token, 'ntfy', false)
  })

  journey(`moderators see what staff have done, and bring a comment back${how}`, async ({ site, open }) => {
    const missed = `A comment that somebody will miss${how}.`
    const boss = await admin(site)
    const [ann, mo] = [await register(site, scripts ? 'ann' : 'anne'), await register(site, scripts ? 'mo' : 'mona')]
    const { list } = await site.call<{ list: { user_id: string }[] }>(
      'GET',
      `${ADMIN_API}/users/page?query=${mo.username}`,
      { token: boss.token },
    )
    await site.call('PUT', `${ADMIN_API}/user/role`, {
      token: boss.token,
      body: { user_id: list[0]!.user_id, role_id: 3 },
    })
    const { id } = await ask(site, ann, { title: 'Who deleted my comment about it?' })
    const { comment_id } = await comment(site, ann, id, missed)
    await site.call('DELETE', `${API}/comment`, { token: mo.token, body: { comment_id } })

    const page = await open(site, { scripts })
    await enter(page, mo)
    await page.goto('/audit')
    await arriveAt(page, 'Audit log')
    const entry = page.getByRole('listitem').filter({ hasText: 'Deleted a comment' }).filter({ hasText: missed })
    await entry.waitFor()
    expect(await page.getByText('Changed a role').count()).toBe(0)
    await page.accessible()
    await takePictures(page, `audit-of-moderators${suffix}`)
    await entry.getByRole('button', { name: 'Bring this comment back' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Brought back a comment' }).getByText(missed).waitFor()
    await page.goto(`/questions/${id}`)
    await page.getByText(missed).waitFor()
  })

  journey(`an admin filters the audit log, and says how long it stays${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    const boss = await asAdmin(site, page, '')
    const ann = await register(site, scripts ? 'bea' : 'beate')
    const { id } = await ask(site, ann, { title: 'What has become of this question?' })
    await site.call('PUT', `${API}/question/status`, { token: boss.token, body: { id, close_type: 64 } })
    await say(site, boss, `Of the filter${how}`)
    await page.goto('/admin/audit')
    await arriveAt(page, 'Audit log')
    await page.getByText('Changed settings').first().waitFor()
    await takePictures(page, `audit${suffix}`)
    await fill(page, { about: `/questions/${id}` })
    await page.getByRole('main').getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/about=/)
    const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'question' })
    await entries.getByText('Closed a question').waitFor()
    await expect.poll(() => page.getByText('Changed settings').count()).toBe(0)
    await fill(page, { about: 'nobody-of-this-name' })
    await page.getByRole('main').getByRole('button', { name: 'Filter' }).click()
    await page.getByText('There is nothing at this address').waitFor()
    await page.accessible()
    await fill(page, { audit_days: '400' })
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    await page.locator('.saved-note').getByText('Saved.', { exact: true }).first().waitFor()
    await page.goto(`/posts/${id}/timeline`)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('Closed a question').waitFor()
  })

  journey(`an admin takes settings from a file, looking first${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    await asAdmin(site, page, 'settings-file')
    await arriveAt(page, 'Settings as a file')
    page.allow(/^400 POST /)
    await fill(page, { file: 'settings:\n  general:\n    colour: green\n' })
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByText('general.colour: There is no such setting.').first().waitFor()
    expect(await field(page, 'file').first().inputValue()).toContain('colour')
    const words = `Words of a file${how}`
    await page.locator('textarea[name=file]').fill(`settings:\n  general:\n    short_description: ${words}\n`)
    await page.getByRole('button', { name: 'Show what would change' }).click()
    await page.getByRole('heading', { name: 'This would change' }).first().waitFor()
    await page.accessible()
    await takePictures(page, `settings-file${suffix}`)
    await page.getByRole('button', { name: 'Take over all of it' }).click()
    await page.getByText('The settings of the file are in force.').waitFor()
    await page.goto('/admin/general')
    expect(await field(page, 'short_description').inputValue()).toBe(words)
  })

  journey(`an admin finds a setting by what it is about${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    await asAdmin(site, page, 'general')
    await arriveAt(page, 'General')
    const box = page.getByRole('searchbox', { name: 'Find a setting' }).first()
    if (scripts) {
      // The key is heard once the page is awake.
      await expect
        .poll(async () => {
          await page.keyboard.press('/')
          return box.evaluate((one) => one === document.activeElement)
        })
        .toBe(true)
      await box.fill('')
    } else await box.click()
    await page.keyboard.type('robots google')
    await page.keyboard.press('Enter')
    await arriveAt(page, 'Find a setting')
    await page.accessible()
    await takePictures(page, `find-setting${suffix}`)
    await page.getByRole('link', { name: 'robots.txt' }).click()
    await arriveAt(page, 'Search engines')
    expect(await page.locator('textarea[name=robots]').evaluate((one) => one.matches(':target'))).toBe(true)
    await takePictures(page, `found-setting${suffix}`)
  })
}
