import { colorProperties } from './look-colors.ts'
import { iconFile, lookFileAddress, lookFileSize } from './look-files.ts'
import type { Face, Look } from './look.ts'

const SYSTEM = "'Noto Sans Arabic Subset', 'Text Fallback Wide', var(--face-others)"
const TEXT = "'Figtree Variable', 'Noto Sans Arabic Subset', 'Text Fallback Wide', var(--face-others)"
const faceProperties: Record<Face, Record<string, string>> = {
  figtree: { '--face-display': TEXT },
  system: { '--face-text': SYSTEM, '--face-display': SYSTEM },
}

const PLATE = '#ffffff'
type Properties = Record<string, string>
type AddressOf = (name: string) => string
const image = (addressOf: AddressOf, name: string) => `url("${addressOf(name)}")`

/** The logo on light and on dark backgrounds. The panel is dark in both themes. */
function logoProperties(look: Look, addressOf: AddressOf): Record<'always' | 'dark', Properties> {
  const { logo, logoOnDark, icon } = look
  if (!logo) return { always: {}, dark: {} }
  const of = (name: string, ground: string) => {
    const { width, height } = lookFileSize(name)
    return { image: image(addressOf, name), ratio: String(width / height), ground }
  }
  const [light, dark] = [of(logo, 'transparent'), logoOnDark ? of(logoOnDark, 'transparent') : of(logo, PLATE)]
  return {
    always: {
      '--logo': light.image,
      '--logo-ratio': light.ratio,
      '--logo-ground': light.ground,
      // Where there is no room for a wide logo.
      ...(icon ? { '--logo-small': image(addressOf, iconFile(icon, 192)) } : {}),
      '--logo-on-panel': dark.image,
      '--logo-on-panel-ratio': dark.ratio,
      '--logo-on-panel-ground': dark.ground,
    },
    dark: { '--logo': dark.image, '--logo-ratio': dark.ratio, '--logo-ground': dark.ground },
  }
}

const rule = (selector: string, properties: Properties) =>
  Object.keys(properties).length === 0
    ? ''
    : `${selector}{${Object.entries(properties)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}`

const usualFaces = {
  '--face-text': TEXT,
  '--face-display': "'Bricolage Grotesque Variable', var(--face-late)",
}

/** The custom properties of a look for a part of a page, such as a preview, whatever the look of the page is. */
export function lookProperties(look: Look, theme: 'light' | 'dark'): Properties {
  const { ramps, tokens } = colorProperties(look, true)
  return { ...ramps, ...tokens[theme], ...usualFaces, ...(look.face ? faceProperties[look.face] : {}) }
}

/** The style sheet of a look. Its selectors are more specific than those of our own, which the page loads later. */
export function lookStyle(look: Look, addressOf: AddressOf = lookFileAddress): string {
  const { ramps, tokens } = colorProperties(look)
  const face = look.face ? faceProperties[look.face] : {}
  const logos = logoProperties(look, addressOf)
  const dark = { ...tokens.dark, ...logos.dark }
  const inDark = rule(':root:root:not([data-theme=light])', dark)
  return [
    rule(':root:root', { ...ramps, ...tokens.light, ...logos.always }),
    // The back office has a face of its own for headings.
    rule(':root:root,:root:root [data-area]', face),
    inDark && `@media (prefers-color-scheme:dark){${inDark}}`,
    rule(':root:root[data-theme=dark]', dark),
  ].join('')
}
