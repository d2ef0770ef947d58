import { describe, expect, test } from 'vitest'
import { navbarOf } from '../../components/layout/navbar.ts'
import { wcagContrast } from 'culori'
import { READABLE, readability } from './contrast.ts'

const steps = ['00', '33', '66', '99', 'cc', 'ff']
const COLOURS = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))

describe('whatever colour a site chooses', () => {
  test('links and buttons can be read, in the light and in the dark', () => {
    const low = COLOURS.flatMap((colour) => {
      const { light, dark, darkButton } = readability(colour)
      return [light, dark, darkButton].filter(({ contrast }) => contrast < READABLE).map((one) => ({ colour, ...one }))
    })
    expect(low).toEqual([])
  })

  test('so can the bar at the top', () => {
    const low = COLOURS.filter((colour) => {
      const { background, ink } = navbarOf({
        theme: 'default',
        theme_config: { default: { navbar_style: colour, primary_color: '' } },
      })
      return background && wcagContrast(background, ink!) < READABLE
    })
    expect(low).toEqual([])
  })

  test.each([
    ['#0033ff', false],
    ['#ffd400', true],
    ['#ffffff', true],
    ['#000000', true],
    ['not a colour', false],
  ])('%s is mended: %s', (colour, isMended) => expect(readability(colour).isMended).toBe(isMended))
})
