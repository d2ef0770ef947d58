import { expect, test } from 'vitest'
import { isPrivateAddress, ownPath } from './addresses.ts'

test.each(['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.255.255', '100.128.0.0', '2606:4700::1111', '2a00:1450:4001:800::200e', '::ffff:8.8.8.8', '[2606:4700::1111]'])(
  '%s is public', (ip) => expect(isPrivateAddress(ip)).toBe(false))

test.each([
  '127.0.0.1', '127.255.255.254', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '0.1.2.3', '255.255.255.255', '224.0.0.1', '239.255.255.250', '240.0.0.1',
  '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.0.0.8', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '::', '::1', '[::1]', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1',
  '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', '5f00::1', '', 'localhost', '1.2.3.4.5', '256.1.1.1', ' 8.8.8.8', '8.8.8.8\n',
])('%j is private', (ip) => expect(isPrivateAddress(ip)).toBe(true))

test.each([
  ['/', '/'], ['/questions/1?page=2#a', '/questions/1?page=2#a'], ['/a b', '/a%20b'], ['/a/../b', '/b'], ['/search?q=http://e.com', '/search?q=http://e.com'], ['/users/ünï', '/users/%C3%BCn%C3%AF'], ['/@e.com', '/@e.com'], ['/:80', '/:80'],
  ['/%5Ce.com', '/%5Ce.com'],
])('after login %j leads to %j', (url, path) => expect(ownPath(url)).toBe(path))

test.each([
  '', null, undefined, '//e.com', '///e.com', '/\\e.com', '\\\\e.com', '\\/e.com', 'https://e.com', 'https:e.com', 'javascript:alert(1)', 'data:text/html,x', 'e.com', '?a', '#a', ' /a', '/\t/e.com', '/\n/e.com', '\t//e.com', '/a\r\nSet-Cookie: x',
  '%09//e.com', '/a/..//e.com', '/.//e.com', '/..//e.com', '/%2e%2e//e.com', '/a\\..\\e.com', '/\u2028/e.com', '/\0', '/\u0085a',
])('after login %j leads home', (url) => expect(ownPath(url)).toBe('/'))
