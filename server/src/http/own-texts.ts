import { ApiError, OWN_TEXTS_PATH, type PublicSettings } from '@kindred/contract'
import { type Language, languages } from '@kindred/contract/languages'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { FastifyInstance } from 'fastify'
import { escaped } from '../infra/html.ts'
import { allTexts, oursIn } from '../infra/language/all-texts.ts'
import { replacedTexts, replacementVersions } from '../infra/language/own-texts.ts'
import { compressed } from './compression.ts'

// The operator's own words for texts of the web app, which it loads on top of ours.

/** The build shortens the identifiers of texts to their shortest unique prefix (web/words/catalogs.ts). */
const SHORTEST_ID = 3

/**
 * HTML stays visible. The web app drops tags that a text doesn't have, unless an invisible character follows their
 * bracket. It shows those that aren't closed.
 */
function withVisibleTags(words: string): string {
  const lastClosed = new Map([...words.matchAll(/<\/([a-z][a-z0-9]*)>/gi)].map((tag) => [tag[1], tag.index]))
  return words.replaceAll(/<([a-z][a-z0-9]*)(\/?)>/gi, (tag: string, name: string, end: string, at: number) =>
    end || (lastClosed.get(name) ?? -1) > at ? `<\u2060${tag.slice(1)}` : tag,
  )
}

function messagesIn(language: Language): Record<string, unknown> {
  const entries = [...replacedTexts(language)].flatMap(([key, words]) => {
    const [text = '', context] = key.split('\u0004').toReversed()
    const id = generateMessageId(text, context)
    const message = compileMessage(withVisibleTags(words))
    // A prefix that another text has isn't the identifier of either.
    return [...id].flatMap((_, at) => (at < SHORTEST_ID - 1 ? [] : [[id.slice(0, at + 1), message] as const]))
  })
  return Object.fromEntries(entries)
}

const cached = new Map<Language, { version: string; content: string }>()

function contentOf(language: Language, version: string): string {
  const known = cached.get(language)
  if (known?.version === version) return known.content
  const content = JSON.stringify(messagesIn(language))
  cached.set(language, { version, content })
  return content
}

/** A file with another version, which a server that is behind may name, is what applies now, and isn't cached. */
export function serveOwnTexts(app: FastifyInstance, settings: () => Promise<PublicSettings>): void {
  app.get<{ Params: { file: string } }>(`${OWN_TEXTS_PATH}/:file`, async (request, reply) => {
    const [, name, asked] = /^([\w-]+?)-(\w{12})\.json$/.exec(request.params.file) ?? []
    const language = languages.find((each) => each === name)
    // Reading the settings applies the newest texts to this process.
    await settings()
    const version = language && replacementVersions().get(language)
    if (!language || !version) throw new ApiError('not_found', 'Not found.')
    const lifetime = asked === version ? 'public, max-age=31536000, immutable' : 'no-store'
    void reply.type('application/json').header('cache-control', lifetime)
    return reply.send(await compressed(request, reply, contentOf(language, version)))
  })
}

/** A text as React renders it. */
const rendered = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;')

const isSimple = (text: string) => !/\{|<\/?\d+\/?>/.test(text)
const FIRST_PAINT = /<!--first-->.*?<!--\/first-->/s

/** The first paint with the operator's words. Texts with values or tags change when the app has loaded. */
export function withOwnTexts(html: string, language: Language): string {
  const own = [...replacedTexts(language)].flatMap(([key, words]) => {
    const known = allTexts().get(key)
    return known?.onScreens && isSimple(known.text) && isSimple(words)
      ? [[rendered(oursIn(language, known)), escaped(words).replaceAll('%', '&#37;')] as const]
      : []
  })
  if (own.length === 0) return html
  const places = [
    ['>', '<'],
    ['"', '"'],
  ] as const
  return html.replace(FIRST_PAINT, (first) =>
    own.reduce(
      (page, [ours, words]) =>
        places.reduce((all, [open, close]) => all.replaceAll(open + ours + close, () => open + words + close), page),
      first,
    ),
  )
}
