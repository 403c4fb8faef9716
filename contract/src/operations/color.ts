// Colors as hex, as screens mix them, and in oklch, whose lightness, chroma and hue are independent.

/** Lightness, chroma and hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
type Linear = readonly [red: number, green: number, blue: number]

const HEX = /^#[0-9a-f]{6}$/
export const isHexColor = (text: string): boolean => HEX.test(text)

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

const linearOf = (hex: string): Linear => {
  const part = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

export function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360]
}

function linearFrom([lightness, chroma, hue]: Oklch): Linear {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isInGamut = (color: Linear) => color.every((part) => part > -0.0005 && part < 1.0005)

/** The color as a screen can show it: of the same lightness and hue, with as much of the chroma as there is. */
export function hexOf([lightness, chroma, hue]: Oklch): string {
  let [least, most] = [0, chroma]
  if (!isInGamut(linearFrom([lightness, chroma, hue])))
    for (let tries = 0; tries < 12; tries++) {
      const middle = (least + most) / 2
      if (isInGamut(linearFrom([lightness, middle, hue]))) least = middle
      else most = middle
    }
  else least = chroma
  const parts = linearFrom([lightness, least, hue]).map((part) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, part))) * 255),
  )
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors by WCAG 2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
