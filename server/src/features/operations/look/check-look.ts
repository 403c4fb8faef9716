import {
  ApiError,
  type Configuration,
  type ContrastProblem,
  contrastProblems,
  iconFile,
  type Look,
  message,
  type MessageDescriptor,
} from '@kindred/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '../../../deps.ts'
import { lookFileKey } from './routes.ts'

const colorNames = { accent: message('Accent'), second: message('Second color') }
const themeNames = { light: message('light theme'), dark: message('dark theme') }
const groundNames: Partial<Record<string, MessageDescriptor>> = {
  canvas: message('on the page'),
  surface: message('on cards'),
  raised: message('on menus'),
}

const ratioText = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

const contrastMessage = ({ color, back, theme, ratio, needs, nearest }: ContrastProblem) =>
  message('{color} {ground}, {theme}: {ratio} : 1, needs {needs} : 1. The nearest color that works is {nearest}.', {
    color: colorNames[color],
    ground: groundNames[back] ?? message('with text'),
    theme: themeNames[theme],
    ratio: ratioText(ratio),
    needs: String(needs),
    nearest,
  })

export const filesOf = ({ logo, logoOnDark, icon, welcome, preview }: Look) =>
  Object.entries({ logo, logoOnDark, icon, 'welcome.picture': welcome?.picture, preview }).flatMap(([path, file]) =>
    file ? [{ path, file }] : [],
  )

const refuse = (errors: { path: string; msg: MessageDescriptor }[]) =>
  new ApiError('invalid_request', errors[0]!.msg, {
    errors: errors.map(({ path, msg }) => ({ path: `configuration.look.${path}`, msg })),
  })

/** Refuses colors that can't be read, and files that aren't stored. An unchanged look is accepted as it is. */
export async function assertUsableLook(
  { storage }: Pick<Deps, 'storage'>,
  { look }: Pick<Configuration, 'look'>,
  before: Look | undefined,
): Promise<void> {
  if (!look || isDeepStrictEqual(look, before)) return
  const unreadable = contrastProblems(look)
  if (unreadable.length > 0)
    throw refuse(unreadable.map((problem) => ({ path: problem.color, msg: contrastMessage(problem) })))
  const known = new Set(before ? filesOf(before).map(({ path, file }) => `${path} ${file}`) : [])
  for (const { path, file } of filesOf(look)) {
    if (known.has(`${path} ${file}`)) continue
    // The last file of an icon is stored last.
    const stored = await storage.get(lookFileKey(path === 'icon' ? iconFile(file, 'masked') : file))
    if (!stored) throw refuse([{ path, msg: message('Upload this file again.') }])
  }
}
