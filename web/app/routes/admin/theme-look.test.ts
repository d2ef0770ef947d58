import { THEME_PRESETS } from '@askwell/contract/themes.ts'
import { describe, expect, test } from 'vitest'
import { fileOf, lookIn, lookInFile, lookOf, presetOf, previewQuery } from './theme-look.ts'

const LOOK = THEME_PRESETS.library

describe('a look', () => {
  test('is the same after it was a file', () => expect(lookInFile(fileOf(LOOK))).toEqual(LOOK))

  test.each(['', 'no look', '[]', 'null', '{}', '{"askwell_theme":2}'])('isn’t in the file %j', (text) =>
    expect(lookInFile(text)).toBeUndefined(),
  )

  test('from a file has only what there is to choose', () =>
    expect(
      lookInFile('{"askwell_theme":1,"primary_color":7,"width":"huge","font":"book","color_scheme":"pink","more":1}'),
    ).toEqual({
      primary_color: '#0033ff',
      navbar_style: '',
      color_scheme: '',
      width: 'normal',
      density: 'normal',
      font: 'book',
    }))

  test.each([
    ['light', '#123456', 'light'],
    ['colored', '#123456', 'colored'],
    ['own', ' #123456 ', '#123456'],
  ])('in a form with the bar %s has the bar %3$s', (navbar, navbar_style, expected) => {
    const form = new FormData()
    form.set('navbar', navbar)
    form.set('navbar_style', navbar_style)
    expect(lookIn(form).navbar_style).toBe(expected)
  })

  test('that was saved by a client that knows only colours has the rest as on a new site', () =>
    expect(
      lookOf({
        theme_options: [],
        theme: 'default',
        theme_config: { default: { navbar_style: 'colored', primary_color: '' } },
        color_scheme: 'system',
      }),
    ).toEqual({
      primary_color: '#0033ff',
      navbar_style: 'colored',
      color_scheme: '',
      width: 'normal',
      density: 'normal',
      font: 'system',
    }))

  test.each(['library', 'constructor', ''])('of the preset %j', (name) =>
    expect(presetOf(new URL(`https://a.example/?preset=${name}`), {})).toEqual(name === 'library' ? LOOK : undefined),
  )

  test('of a plugin', () => {
    const looks = [{ name: 'harbour.sea', title: 'Sea', look: LOOK }]
    const asked = (name: string) => presetOf(new URL(`https://a.example/?preset=${name}`), { looks })
    expect([asked('harbour.sea'), asked('harbour.land')]).toEqual([LOOK, undefined])
  })

  test('is in the address of its preview', () =>
    expect(Object.fromEntries(new URLSearchParams(previewQuery(LOOK)))).toEqual({ preview: 'theme', ...LOOK }))
})
