import { expect, test } from 'vitest'
import { DARKNESS_SIZE, isDark } from './darkness.ts'

// Portraits are drawn by light: a head, hair, clothes and a background, with the light from one side. The lightness of a
// photo is how much of a well lit room's light it has.

type Color = readonly [number, number, number]
const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const shown = (value: number) =>
  255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * Math.min(1, value) ** (1 / 2.4) - 0.055)
const colorOf = (hex: string): Color => {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255))
  return [red, green, blue]
}
const lit = (color: Color, light: number, shine = 0): Color => [
  color[0] * light + shine,
  color[1] * light + shine,
  color[2] * light + shine,
]

/** The Monk scale of skin tones, from the lightest to the darkest. */
const skins = ['f6ede4', 'f3e7db', 'f7ead0', 'eadaba', 'd7bd96', 'a07e56', '825c43', '604134', '3a312a', '292420']
const backdrops = { white: 'e8e8e8', gray: '808080', park: '4f7a3a', wood: '6b4a2f', black: '121212' }
const hair = colorOf('14100e')

type Portrait = { skin: string; backdrop: string; clothes: string; isClose: boolean; light: number }
type Colors = { skin: Color; backdrop: Color; clothes: Color; isClose: boolean }

function colorAt(x: number, y: number, { skin, backdrop, clothes, isClose }: Colors): Color {
  const [width, height] = isClose ? [0.42, 0.43] : [0.2, 0.22]
  const [u, v] = [(x - 0.5) / width, (y - (isClose ? 0.5 : 0.4)) / height]
  const fromCenter = u * u + v * v
  if (fromCenter < 1) {
    const facing = Math.max(0, u * -0.45 + v * -0.55 + Math.sqrt(1 - fromCenter) * 0.7)
    return lit(skin, 0.4 + 0.75 * facing, 0.18 * facing ** 18)
  }
  if ((u / 1.2) ** 2 + ((v + 0.2) / 1.15) ** 2 < 1) return hair
  const [across, below] = [(x - 0.5) / 0.42, (y - (isClose ? 1.15 : 0.98)) / 0.42]
  return across * across + below * below < 1 ? lit(clothes, 0.8) : backdrop
}

function pixelsOf({ skin, backdrop, clothes, isClose, light }: Portrait): Uint8ClampedArray {
  const { width, height } = DARKNESS_SIZE
  const colors = { skin: colorOf(skin), backdrop: colorOf(backdrop), clothes: colorOf(clothes), isClose }
  return new Uint8ClampedArray(
    Array.from({ length: width * height }, (_, at) => {
      const color = colorAt((at % width) / width, Math.floor(at / width) / height, colors)
      return [...lit(color, light).map(shown), 255]
    }).flat(),
  )
}

const portraitsIn = (light: number): Portrait[] =>
  skins.flatMap((skin) =>
    Object.values(backdrops).flatMap((backdrop) =>
      ['cfd6df', '111111'].flatMap((clothes) =>
        [true, false].map((isClose) => ({ skin, backdrop, clothes, isClose, light })),
      ),
    ),
  )

const darkOf = (portraits: readonly Portrait[]) => portraits.filter((each) => isDark(pixelsOf(each)))

test.each([1, 0.6])('in good light (%s), no skin makes a photo dark, not even in black before black', (light) => {
  expect(darkOf(portraitsIn(light))).toEqual([])
})

test('with hardly any light, photos of people with any skin are dark', () => {
  const portraits = portraitsIn(0.02)
  for (const skin of skins) {
    const theirs = portraits.filter((each) => each.skin === skin && each.backdrop !== backdrops.white)
    expect([skin, darkOf(theirs).length / theirs.length]).toEqual([skin, 1])
  }
})

test('a lamp in the dark is light enough', () => {
  const { width, height } = DARKNESS_SIZE
  const pixels = new Uint8ClampedArray(width * height * 4)
  expect(isDark(pixels)).toBe(true)
  pixels.fill(255, 0, 4 * 60)
  expect(isDark(pixels)).toBe(false)
})
