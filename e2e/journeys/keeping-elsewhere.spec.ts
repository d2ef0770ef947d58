import { expect } from 'vitest'
import { DAV_USER, webdav } from '../../server/test/webdav-server.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, SELDOM } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { setUpPlugin, turnPlugin } from '../plugins.ts'
import { ADMIN } from '../site.ts'
import { pictureOf } from '../uploads.ts'

for (const scripts of [true, false])
  journey(
    `an admin has a WebDAV server keep the uploads, and moves there what was here${scripts ? '' : ', without scripts'}`,
    async ({ start, open }) => {
      const site = await start()
      const dav = await webdav()
      try {
        const { token } = await admin(site)
        await setUpPlugin(site, token, 'webdav', { address: dav.address, private_network: true, ...DAV_USER })
        await turnPlugin(site, token, 'webdav', true)
        const ann = await register(site, 'Ann')
        await pictureOf(site, ann, 300, 200)
        const page = await open(site, { scripts })
        await logIn(page, ADMIN)
        await page.goto('/admin/storage')
        await arriveAt(page, 'Storage')
        await field(page, 'place').selectOption({ label: 'Plugin: WebDAV' })
        expect(await field(page, 's3_bucket').isVisible()).toBe(false)
        await page.accessible()
        if (scripts) await takePictures(page, 'storage-by-plugin')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Saved.', { exact: true }).first().waitFor()
        await page.goto('/admin/storage')
        await page.getByRole('button', { name: 'Move all to the plugin' }).click()
        await expect
          .poll(async () => {
            await page.goto('/admin/storage')
            return page.getByText('Uploads lie with a plugin.').count()
          }, SELDOM)
          .toBe(1)
        expect(dav.uploads()).toHaveLength(1)
        const address = await pictureOf(site, ann, 200, 100)
        expect(dav.uploads()).toHaveLength(2)
        expect((await fetch(new URL(address, site.url))).status).toBe(200)
      } finally {
        dav.stop()
      }
    },
  )
