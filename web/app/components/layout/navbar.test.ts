import { expect, test } from 'vitest'
import { navbarOf } from './navbar.ts'

const look = (navbar_style: string) =>
  navbarOf({
    theme: 'default',
    theme_config: { default: { navbar_style, primary_color: '#aa3300' } },
  })

test.each([
  ['', { colored: false }],
  ['light', { colored: false }],
  ['#0033ff', { colored: false }],
  ['#0033FF', { colored: false }],
  ['#12', { colored: false }],
  ['colored', { colored: true }],
  ['#7a0019', { colored: true, background: '#7a0019', ink: '#ffffff' }],
  ['#fd0', { colored: true, background: '#ffdd00', ink: '#16181b' }],
  ['#FFFFFF', { colored: true, background: '#FFFFFF', ink: '#16181b' }],
])('%j makes the bar %j', (style, expected) => expect(look(style)).toEqual(expected))

test('a theme without a setting has a plain one', () =>
  expect(navbarOf({ theme: 'other', theme_config: {} })).toEqual({
    colored: false,
  }))
