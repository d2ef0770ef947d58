import { expect, test } from 'vitest'
import { readMultistatus } from './multistatus.ts'

const DATE = 'Mon, 12 Jan 2026 10:00:00 GMT'
const FOLDER = { path: '/dav/post/a', isFolder: true, bytes: 0, modified_at: 1768212000 }
const FILE = { path: '/dav/post/a/x & y.png', isFolder: false, bytes: 12, modified_at: 1768212000 }

test.each([
  [
    'Apache',
    `<?xml version="1.0" encoding="utf-8"?>
<D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
<D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
<D:href>/dav/post/a/</D:href><D:propstat><D:prop><lp1:resourcetype><D:collection/></lp1:resourcetype>
<lp1:getlastmodified>${DATE}</lp1:getlastmodified></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
<D:response xmlns:lp1="DAV:"><D:href>/dav/post/a/x%20&amp;%20y.png</D:href><D:propstat><D:prop><lp1:resourcetype/>
<lp1:getcontentlength>12</lp1:getcontentlength><lp1:getlastmodified>${DATE}</lp1:getlastmodified></D:prop></D:propstat></D:response></D:multistatus>`,
  ],
  [
    'Nextcloud',
    `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><d:response><d:href>/dav/post/a/</d:href><d:propstat><d:prop><d:resourcetype><d:collection/></d:resourcetype><d:getlastmodified>${DATE}</d:getlastmodified></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><d:getcontentlength/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response><d:response><d:href>/dav/post/a/x%20%26%20y.png</d:href><d:propstat><d:prop><d:resourcetype/><d:getcontentlength>12</d:getcontentlength><d:getlastmodified>${DATE}</d:getlastmodified></d:prop></d:propstat></d:response></d:multistatus>`,
  ],
  [
    'one with whole addresses and the namespace as the default',
    `<multistatus xmlns="DAV:"><response><href>https://dav.example/dav/post/a</href><propstat><prop><resourcetype><collection /></resourcetype><getlastmodified>${DATE}</getlastmodified></prop></propstat></response><response><href>https://dav.example/dav/post/a/x%20%26%20y.png</href><propstat><prop><resourcetype></resourcetype><getcontentlength>12</getcontentlength><getlastmodified>${DATE}</getlastmodified></prop></propstat></response></multistatus>`,
  ],
])('what is in a folder is read as %s says it', (_, xml) => {
  expect(readMultistatus(xml, 'https://dav.example/dav/post/a/')).toEqual([FOLDER, FILE])
})

test('what is no such answer has nothing in it', () => {
  for (const xml of ['', '<html><p>response</p></html>', '<d:multistatus><d:response></d:response></d:multistatus>'])
    expect(readMultistatus(xml, 'https://dav.example/')).toEqual([])
})
