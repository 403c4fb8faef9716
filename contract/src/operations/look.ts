import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'
import { dataOf, formText, lineText, shown, text } from '../text.ts'
import { isHexColor } from './color.ts'
import { LOOK_FILE } from './look-files.ts'
import { translated } from './translated.ts'

/** The faces that the build contains, besides the usual pair: Figtree for everything, or the fonts of the system. */
export const faces = ['figtree', 'system'] as const
export type Face = (typeof faces)[number]

const color = z.pipe(
  z.pipe(
    lineText(7),
    z.transform((value: string) => value.toLowerCase()),
  ),
  formText(/^#?[0-9a-z]*$/, 'Enter a color such as #c83e21.').check(
    z.refine(isHexColor, 'Enter a color such as #c83e21.'),
  ),
)

const file = formText(LOOK_FILE, 'Upload this file again.')

/** What an upload is for, which determines its size and format. */
export const lookUses = ['logo', 'icon', 'welcome', 'preview', 'page'] as const
export type LookUse = (typeof lookUses)[number]

const words = {
  headline: z.optional(lineText(80)),
  text: z.optional(text(1, 400)),
  /** Describes the picture. */
  alt: z.optional(lineText(200)),
}
export const WelcomeWords = z.strictObject(words)
export type WelcomeWords = z.infer<typeof WelcomeWords>

const Welcome = z.strictObject({ ...words, translations: translated(WelcomeWords), picture: z.optional(file) })

/** How the site looks where it differs from Kindred's own design. */
export const Look = z.strictObject({
  /** Buttons, links, and the current place. */
  accent: z.optional(color),
  /** Large areas, and what is safe or agreed. */
  second: z.optional(color),
  face: z.optional(z.enum(faces)),
  logo: z.optional(file),
  /** The logo on dark backgrounds. Without it, the logo gets a white background there. */
  logoOnDark: z.optional(file),
  icon: z.optional(file),
  welcome: z.optional(Welcome),
  /** The picture in link previews. */
  preview: z.optional(file),
})
export type Look = z.infer<typeof Look>

/** The part of the look that the web app needs before anyone signs in. */
export const PublicLook = z.strictObject({
  /** The style sheet, which the page contains if the server has filled it in. */
  style: z.optional(shown),
  hasLogo: z.optional(z.boolean()),
  /** The address of the largest icon. `iconFile` has the others. */
  icon: z.optional(shown),
  preview: z.optional(shown),
  /** The start page's words by language code. */
  words: z.optional(z.record(shown, WelcomeWords)),
  picture: z.optional(z.strictObject({ src: shown, width: z.number(), height: z.number() })),
})
export type PublicLook = z.infer<typeof PublicLook>

export const look = defineRoutes({
  uploadLookFile: {
    method: 'POST',
    path: '/admin/look/:use',
    access: 'staff:configuration',
    summary: 'Upload a picture for the look; name the file in the configuration to use it',
    params: z.strictObject({ use: z.enum(lookUses) }),
    upload: true,
    returns: dataOf({ file: shown }),
    status: 201,
  },
})
