import { Format } from 'typebox/format'
import { expect, test } from 'vitest'
import { reasonOfFormat, type TextFormat } from './formats.ts'

test.each([
  ['email', 'ann@example.com', true],
  ['email', 'nope', false],
  ['email', '', false],
  ['optional-email', '', true],
  ['not-an-email', 'Our site', true],
  ['not-an-email', ' desk@example.com', false],
  ['site-address', 'https://example.com/a', true],
  ['site-address', ' http://localhost:8080/ ', true],
  ['site-address', 'http://[::1]:8080', true],
  ['site-address', 'https://bücher.example', true],
  ['site-address', 'example.com', false],
  ['site-address', 'javascript:alert(1)', false],
  ['site-address', 'https://', false],
  ['site-address', '', false],
  ['site-address', 'https://example.com/?a=b', false],
  ['site-address', 'https://example.com/#a', false],
  ['site-address', 'https://ann@example.com', false],
  ['site-address', 'https://example.com/\nEvil: 1', false],
  ['site-address', 'https://example.com/"><b>', false],
  ['optional-web-address', '', true],
  ['optional-web-address', 'https://example.com/a?b=c#d', true],
  ['optional-web-address', 'https://example.com/a b', false],
  ['optional-web-address', 'javascript:alert(1)', false],
  ['not-blank', ' x ', true],
  ['not-blank', ' \n\t', false],
  ['not-blank', '\u200b\u2800\u3164\u00ad\u{e0001}', false],
  ['password', 'no-spaces', true],
  ['password', 'with space', false],
  ['display-name', 'Ann B. O-l_d', true],
  ['display-name', 'Ünal あや', true],
  ['display-name', '...', false],
  ['display-name', 'ann@home', false],
  ['username', 'ann_b.c-d', true],
  ['username', 'Ann', false],
  ['username', 'ann b', false],
  ['username', 'änn', false],
  ['tag-slug', 'c++', true],
  ['tag-slug', 'c#', true],
  ['tag-slug', 'Home Brewing', true],
  ['tag-slug', 'ビール', true],
  ['tag-slug', 'work!', false],
] as [TextFormat, string, boolean][])('%s: %j is fine: %s', (name, text, fine) =>
  expect(Format.Test(name, text)).toBe(fine),
)

test('what is wrong has a name', () => {
  expect(reasonOfFormat('password')).toBe('field.has_spaces')
  expect(reasonOfFormat('optional-web-address')).toBe('field.bad_url')
  expect(reasonOfFormat('date-time')).toBe('field.bad_type')
})
