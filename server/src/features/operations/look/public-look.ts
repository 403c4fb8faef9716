import {
  type Configuration,
  type Look,
  lookFileAddress,
  lookFileSize,
  lookStyle,
  type PublicLook,
  type WelcomeWords,
} from '@kindred/contract'

let styled: { key: string; style: string } | undefined

/** Deriving the colors takes milliseconds, and they rarely change, so the style sheet is reused. */
function styleOf(look: Look): string {
  const key = JSON.stringify(look)
  if (styled?.key !== key) styled = { key, style: lookStyle(look) }
  return styled.style
}

const hasWords = (words: WelcomeWords) => Object.values(words).some(Boolean)

/** Undefined if everything looks as installed. */
export function toPublicLook({ look }: Pick<Configuration, 'look'>): PublicLook | undefined {
  if (!look) return undefined
  const { logo, icon, preview, welcome = {} } = look
  const { translations, picture, ...english } = welcome
  const style = styleOf(look)
  const words = Object.entries<WelcomeWords | undefined>({ en: english, ...translations }).flatMap(([language, each]) =>
    each && hasWords(each) ? [[language, each] as const] : [],
  )
  const shown: PublicLook = {
    ...(style ? { style } : {}),
    ...(logo ? { hasLogo: true } : {}),
    ...(icon ? { icon: lookFileAddress(icon) } : {}),
    ...(preview ? { preview: lookFileAddress(preview) } : {}),
    ...(words.length > 0 ? { words: Object.fromEntries(words) } : {}),
    ...(picture ? { picture: { src: lookFileAddress(picture), ...lookFileSize(picture) } } : {}),
  }
  return Object.keys(shown).length > 0 ? shown : undefined
}
