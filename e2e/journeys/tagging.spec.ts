import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, isWrong, pathOf, send, write } from '../page.ts'
import { admin, enter, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask, makeTag } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const API = '/answer/api/v1'

const tagOf = (site: Site, name: string) =>
  site.call<{ tag_id: string; question_count: number; revision_id: string }>(
    'GET',
    `${API}/tag?name=${encodeURIComponent(name)}`,
  )
const made = async (site: Site, ...slugs: string[]) => {
  const boss = await admin(site)
  for (const slug of slugs) await makeTag(site, boss, slug)
  return boss
}
const act = (page: WatchedPage, name: string) =>
  page.getByRole('navigation', { name: 'What can be done with this tag' }).getByRole('link', { name, exact: true })
const press = (page: WatchedPage, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const dialog = (page: WatchedPage) => page.getByRole('dialog')
/** The words of a field that completes them: typed, and not confirmed. */
const typeTags = (page: WatchedPage, label: string, words: string) =>
  page.getByRole('combobox', { name: label }).fill(words)

journey('a moderator merges one tag into another, and the old address leads on', async ({ site, open }) => {
  const boss = await made(site, 'brown-ale', 'ale')
  await ask(site, boss, { title: 'How dark may a brown ale be?', tags: ['brown-ale'] })
  await ask(site, boss, { title: 'What makes an ale an ale?', tags: ['ale', 'brown-ale'] })
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.goto('/tags/brown-ale/info')
  await act(page, 'Merge').click()
  await dialog(page).getByRole('heading', { name: 'Merge brown-ale into another tag' }).waitFor()
  await takePictures(page, 'tag-merge')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.url()).not.toContain('act=')
  expect(await dialog(page).count()).toBe(0)

  await act(page, 'Merge').click()
  page.allow(/^404 GET .*\/tag\?name=porter$/)
  await typeTags(page, 'Merge into', 'porter')
  await dialog(page).getByRole('button', { name: 'Merge' }).click()
  await dialog(page).getByRole('alert').waitFor()
  await page.accessible()
  await dialog(page).getByRole('button', { name: 'Remove porter' }).click()
  await typeTags(page, 'Merge into', 'ale')
  await dialog(page).getByRole('button', { name: 'Merge' }).click()
  await arriveAt(page, 'About ale')
  await page.getByRole('region', { name: 'Synonyms' }).getByText('brown-ale').waitFor()
  await takePictures(page, 'tag-info')

  const stranger = await open(site)
  await stranger.goto('/tags/brown-ale')
  await arriveAt(stranger, 'ale')
  expect(pathOf(stranger)).toBe('/tags/ale')
  expect(
    await stranger
      .getByRole('main')
      .getByRole('heading', { name: /ale\?|ale be\?/ })
      .count(),
  ).toBe(2)
  expect((await fetch(`${site.url}/tags/brown-ale/info`, { redirect: 'manual' })).status).toBe(301)
  await stranger.goto('/search?q=[brown-ale]')
  await stranger.getByRole('link', { name: 'How dark may a brown ale be?' }).waitFor()
})

journey('merging, other words, deleting and bringing back work without scripts', async ({ site, open }) => {
  await made(site, 'weizen', 'wheat', 'unused')
  const page = await open(site, { scripts: false })
  await logIn(page, ADMIN)
  await page.goto('/tags/weizen/info')
  await act(page, 'Merge').click()
  await fill(page, { target: 'nowhere' })
  await press(page, 'Merge')
  expect(await isWrong(page, 'target')).toBe(true)
  await fill(page, { target: 'wheat' })
  await press(page, 'Merge')
  await arriveAt(page, 'About wheat')
  await page.getByRole('region', { name: 'Synonyms' }).getByRole('link', { name: 'Edit' }).click()
  expect(await field(page, 'synonym_tag_list').inputValue()).toBe('weizen')
  await fill(page, { synonym_tag_list: 'white-beer, weissbier' })
  await press(page, 'Save')
  await page.getByRole('region', { name: 'Synonyms' }).getByText('weissbier').waitFor()
  expect(((await tagOf(site, 'white-beer')) as unknown as { main_tag_slug_name: string }).main_tag_slug_name).toBe(
    'wheat',
  )
  await act(page, 'Delete').click()
  await press(page, 'Delete tag')
  await page.getByText('This tag has synonyms.').waitFor()
  await page.goto('/tags/unused/info')
  await act(page, 'Delete').click()
  await press(page, 'Delete tag')
  await page.getByText('This tag is deleted.').waitFor()
  expect((await fetch(`${site.url}/tags/unused`)).status).toBe(404)
  await act(page, 'Undelete').click()
  await press(page, 'Restore')
  await act(page, 'Delete').waitFor()
  expect((await fetch(`${site.url}/tags/unused`)).status).toBe(200)
})

journey('a deleted tag is out of sight, and staff find it again', async ({ site, open }) => {
  const boss = await made(site, 'gose', 'kept')
  await ask(site, boss, { title: 'What is kept, and for how long?', tags: ['kept'] })
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.goto('/tags/kept/info')
  await act(page, 'Delete').click()
  page.allow(/^400 DELETE .*\/tag$/)
  await dialog(page).getByRole('button', { name: 'Delete tag' }).click()
  await dialog(page).getByText('This tag is in use, so it can’t be deleted.').waitFor()
  await page.goto('/tags/gose/info')
  await act(page, 'Delete').click()
  await takePictures(page, 'tag-delete')
  await dialog(page).getByRole('button', { name: 'Delete tag' }).click()
  await page.getByText('This tag is deleted.').waitFor()
  await takePictures(page, 'tag-deleted')
  await page.goto('/tags?filter=gose')
  await page.getByText('No tag like “gose”').waitFor()
  await page.getByRole('link', { name: 'Deleted tags' }).click()
  await arriveAt(page, 'Deleted tags')
  await takePictures(page, 'tags-deleted')
  await page.getByRole('main').getByRole('link', { name: 'gose' }).click()
  await arriveAt(page, 'About gose')
  await act(page, 'Undelete').click()
  await dialog(page).getByRole('button', { name: 'Restore' }).click()
  await act(page, 'Delete').waitFor()
  await page.goto('/tags?filter=gose')
  await page.getByRole('main').getByRole('link', { name: 'gose' }).waitFor()
})

journey(
  'staff edit a tag at once, its name too; a member’s edit waits for somebody to look at it',
  async ({ site, open }) => {
    const boss = await made(site, 'pilsner')
    await site.call('PUT', '/answer/admin/api/setting/privileges', {
      token: boss.token,
      body: {
        level: 99,
        custom_privileges: [
          { key: 'rank.tag.edit', value: 1 },
          { key: 'rank.tag.edit_without_review', value: 5000 },
        ],
      },
    })
    const page = await open(site)
    await logIn(page, ADMIN)
    await page.goto('/tags/pilsner/info')
    await act(page, 'Edit').click()
    await arriveAt(page, 'Edit tag')
    await fill(page, { display_name: 'Pils', slug_name: 'pils', edit_summary: 'shorter' })
    await write(page, 'original_text', 'Beer from **Pilsen**, and like it.')
    await takePictures(page, 'tag-edit')
    await send(page)
    await arriveAt(page, 'About Pils')
    expect(pathOf(page)).toBe('/tags/pils/info')
    await page.getByRole('region', { name: 'Synonyms' }).getByText('pilsner').waitFor()

    const dora = await register(site, 'Dora')
    const { tag_id } = await tagOf(site, 'pils')
    const member = await open(site, { scripts: false })
    await enter(member, dora)
    await member.goto(`/tags/${tag_id}/edit`)
    expect(await field(member, 'slug_name').count()).toBe(0)
    await fill(member, { original_text: 'Beer from Pilsen, bottom-fermented.' })
    await send(member)
    await member.getByRole('status').getByText('Your revision will show after review').waitFor()
    await member.goto('/tags/pils/info')
    expect(await member.getByText('and like it.').count()).toBe(1)
    const { list } = await site.call<{ list: { unreviewed_info: { id: string } }[] }>(
      'GET',
      `${API}/revisions/unreviewed?page=1&page_size=1`,
      { token: boss.token },
    )
    await site.call('PUT', `${API}/revisions/audit`, {
      token: boss.token,
      body: { id: list[0]!.unreviewed_info.id, operation: 'approve' },
    })
    await member.goto('/tags/pils/info')
    await member.getByText('Beer from Pilsen, bottom-fermented.').first().waitFor()
  },
)

journey('a member follows a tag, and picks others to follow', async ({ site, open }) => {
  await made(site, 'hops', 'malt', 'yeast')
  const emil = await register(site, 'Emil')
  const page = await open(site)
  await enter(page, emil)
  await page.goto('/tags/hops')
  const follow = page.getByRole('button', { name: /^Follow/ })
  await follow.click()
  await page.getByRole('button', { name: 'Following', pressed: true }).waitFor()
  await takePictures(page, 'tag-followed')
  await page.goto('/tags')
  await page.getByText('You follow 1 tag').click()
  await typeTags(page, 'Tags you follow', 'malt yeast ')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await page.getByText('You follow 3 tags').waitFor()
  await takePictures(page, 'tags-list')

  const plain = await open(site, { scripts: false })
  await enter(plain, emil)
  await plain.goto('/tags/malt')
  await plain.getByRole('button', { name: 'Following' }).click()
  await plain.getByRole('button', { name: 'Follow', exact: true }).waitFor()
  await plain.goto('/tags')
  await plain.getByText('You follow 2 tags').click()
  await fill(plain, { slug_name_list: 'yeast' })
  await plain.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await plain.getByText('You follow 1 tag').waitFor()
})
