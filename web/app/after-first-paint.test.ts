import { expect, test } from 'vitest'
import { afterFirstPaint } from './after-first-paint.ts'

const ROUTER = `<link rel="modulepreload" href="/assets/manifest-1.js"/><script type="module" async="" nonce="x">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-1.js";
  
  window.__reactRouterRouteModules = {"root":route0,"home":route1};

import("/assets/entry.client-1.js");</script>`

test('the scripts that start a page are fetched together, once it can be seen', () => {
  const html = afterFirstPaint(`<html><body>$& $1 ${ROUTER}</body></html>`)
  expect(html).toContain('<link rel="later" href="/assets/manifest-1.js"/>')
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).toContain('<body>$& $1 ')
  expect(html).toMatch(
    /<script type="module" async="" nonce="x">await new Promise[\s\S]*const \[,route0,route1\] = await Promise\.all\(\[import\("\/assets\/manifest-1\.js"\),import\("\/assets\/root-1\.js"\),import\("\/assets\/home-1\.js"\)\]\);window\.__reactRouterRouteModules = \{"root":route0,"home":route1\};\s+import\("\/assets\/entry\.client-1\.js"\);<\/script>/,
  )
})

test('a page without them stays as it is', () => {
  const html = '<html><body><link rel="modulepreload" href="/x.js"/></body></html>'
  expect(afterFirstPaint(html)).toBe(html)
})

test('a script that an admin put before them stays as it is', () => {
  const own = '<script type="module">import "/mine.js";\nimport * as route9 from "/theirs.js";</script>'
  const html = afterFirstPaint(own + ROUTER)
  expect(html).toContain(own)
  expect(html).toContain('const [,route0,route1] = await')
})
