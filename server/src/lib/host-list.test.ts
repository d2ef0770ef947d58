import { expect, test } from 'vitest'
import { hostsIn } from './host-list.ts'

test.each([
  ['docs.example.org', ['docs.example.org']],
  [' Docs.Example.org,\n wiki.example.org:8443  docs.example.org', ['docs.example.org', 'wiki.example.org:8443']],
  ['example.org:443 example.net:80', ['example.org', 'example.net']],
  ['bücher.example', ['xn--bcher-kva.example']],
  ['wiki 10.0.0.5:8080', ['wiki', '10.0.0.5:8080']],
  ['', []],
  ['https://docs.example.org', undefined],
  ['docs.example.org/guides', undefined],
  ['docs.example.org\\@evil.example', undefined],
  ['ada@docs.example.org', undefined],
  ['*.example.org', undefined],
  ['example.org:99999', undefined],
  ['good.example evil.example?', undefined],
  [Array.from({ length: 51 }, (_, n) => `h${n}.example`).join(' '), undefined],
])('%s lists %j', (list, hosts) => expect(hostsIn(list)).toEqual(hosts))
