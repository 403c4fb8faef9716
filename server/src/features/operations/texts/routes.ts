import { ApiError, message, MOST_REPLACEMENTS, type ProductText, pushTexts, type texts } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../infra/language/key-of.ts'
import { write } from '../../../infra/language/write.ts'
import { configurationOf } from '../configuration/read-configuration.ts'
import { allTexts, type Listed, oursIn } from '../../../infra/language/all-texts.ts'
import { exportPo, importPo } from './po.ts'

const AT_ONCE = 50
const MOST_PROBLEMS = 200

const toProductText = (language: Language, known: Listed): ProductText => ({
  text: known.text,
  ...(known.context ? { context: known.context } : {}),
  ours: oursIn(language, known),
  onScreens: known.onScreens,
  inMessages: known.inMessages,
})

const plain = (text: string, language: Language) => text.toLocaleLowerCase(language).replace(/[’‘]/g, "'")

/** Texts that contain all words of the search, in the language, in English or in the operator's own words. */
function findTexts(language: Language, search: string, own: ReadonlyMap<string, string>): Listed[] {
  const words = plain(search, language).split(/\s+/).filter(Boolean)
  return [...allTexts()].flatMap(([key, known]) => {
    const within = plain(`${oursIn(language, known)}\n${known.text}\n${own.get(key) ?? ''}`, language)
    return words.every((word) => within.includes(word)) ? [known] : []
  })
}

export const textHandlers: Handlers<typeof texts> = {
  listTexts: async (context, { query: { language, search, only, from } }) => {
    const saved = (await configurationOf(context)).texts?.replacements?.[language] ?? []
    if (only === 'replaced') {
      const all = saved.map(({ text, context: meaning }): ProductText => {
        const known = allTexts().get(keyOf(text, meaning))
        if (known) return toProductText(language, known)
        return { text, ...(meaning ? { context: meaning } : {}), ours: null, onScreens: false, inMessages: false }
      })
      return { data: { texts: all, total: all.length } }
    }
    if (only === 'pushes') {
      const all = pushTexts.flatMap((text) => allTexts().get(text) ?? []).map((known) => toProductText(language, known))
      return { data: { texts: all, total: all.length } }
    }
    const own = new Map(saved.map(({ text, context: meaning, replacement }) => [keyOf(text, meaning), replacement]))
    const found = findTexts(language, search, own)
    const page = found.slice(from, from + AT_ONCE).map((known) => toProductText(language, known))
    return { data: { texts: page, total: found.length } }
  },
  exportTexts: async (context, { params }) => {
    // Reading the configuration applies the newest replacements to this process.
    await configurationOf(context)
    return { data: { po: exportPo(params.language) } }
  },
  importTexts: async ({ caller }, { params, body }) => {
    const { replacements, problems } = importPo(params.language, body.po, body.replacements, caller.language)
    if (problems.length === 0 && replacements.length > MOST_REPLACEMENTS)
      throw new ApiError(
        'invalid_request',
        message('The file changes {count} texts. At most {most} can be replaced.', {
          count: replacements.length,
          most: MOST_REPLACEMENTS,
        }),
      )
    return {
      data: {
        replacements,
        problems: problems
          .slice(0, MOST_PROBLEMS)
          .map(({ text, problem }) => ({ text, problem: write(caller.language, problem, caller.gender) })),
      },
    }
  },
}
