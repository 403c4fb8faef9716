import { type Block, isLookFile, LOOK_PATH, lookFileSize, type Run } from '@kindred/contract'
import { Marked, type Token, type Tokens } from 'marked'

// Operators write their texts in Markdown. The parser only splits it: the web app gets blocks of plain text, so nothing
// that an operator writes can become markup or a script.

const parser = new Marked({ gfm: true, breaks: true })
// Only links that are written as such: looking for bare addresses takes seconds in some texts.
parser.use({ tokenizer: { url: () => undefined } })

/** Links lead to other sites, to a place here, or to an address. Other schemes could run code. */
function safeHref(href: string): string | undefined {
  if (/^(\/(?![/\\])|#)/.test(href)) return href
  if (!URL.canParse(href)) return undefined
  return ['https:', 'http:', 'mailto:', 'tel:'].includes(new URL(href).protocol) ? href : undefined
}

type Look = Omit<Run, 'text'>

const run = (text: string, look: Look): Run[] => (text === '' ? [] : [{ text, ...look }])

const childrenOf = (token: Token): readonly Token[] | undefined => ('tokens' in token ? token.tokens : undefined)

function runsOf(tokens: readonly Token[] | undefined, look: Look = {}): Run[] {
  return (tokens ?? []).flatMap((token): Run[] => {
    if (token.type === 'strong') return runsOf(token.tokens, { ...look, strong: true })
    if (token.type === 'em') return runsOf(token.tokens, { ...look, emphasis: true })
    if (token.type === 'link') {
      const href = safeHref(String(token['href']))
      return runsOf(token.tokens, href === undefined ? look : { ...look, href })
    }
    if (token.type === 'br') return run('\n', look)
    if (token.type === 'image') return run(String(token['text']), look)
    const inner = childrenOf(token)
    if (inner) return runsOf(inner, look)
    return run(unescaped(token.type === 'text' || token.type === 'codespan' ? String(token['text']) : token.raw), look)
  })
}

/** The parser keeps character references of the source. */
const references: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }
const unescaped = (text: string) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole) => references[whole] ?? whole)

/** A picture in a paragraph of its own. Only uploaded ones are shown, so that no page asks another site for anything. */
function pictureOf(token: Token): Block | undefined {
  const [image, ...others] = token.type === 'paragraph' ? (childrenOf(token) ?? []) : []
  if (image?.type !== 'image' || others.length > 0) return undefined
  const src = String(image['href'])
  const name = src.startsWith(`${LOOK_PATH}/`) ? src.slice(LOOK_PATH.length + 1) : ''
  if (!isLookFile(name)) return undefined
  return {
    kind: 'picture',
    level: 0,
    runs: run(unescaped(String(image['text'])), {}),
    picture: { src, ...lookFileSize(name) },
  }
}

const isList = (token: Token): token is Tokens.List => token.type === 'list'

function itemsOf(list: Tokens.List, level: number): Block[] {
  return list.items.flatMap(({ tokens }) => {
    const [nested, own] = [tokens.filter(isList), tokens.filter((token) => !isList(token))]
    return [
      { kind: list.ordered ? 'numbered' : 'item', level, runs: runsOf(own) } as const,
      ...nested.flatMap((each) => itemsOf(each, level + 1)),
    ]
  })
}

function blocksIn(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    if (token.type === 'space' || token.type === 'def') return []
    if (token.type === 'hr') return [{ kind: 'line', level: 0, runs: [] }]
    if (isList(token)) return itemsOf(token, 1)
    // The page has a title, so the levels begin below it.
    if (token.type === 'heading')
      return [{ kind: 'heading', level: Math.min(4, Math.max(2, Number(token['depth']))), runs: runsOf(token.tokens) }]
    if (token.type === 'blockquote') return [{ kind: 'quote', level: 0, runs: runsOf(token.tokens) }]
    const picture = pictureOf(token)
    if (picture) return [picture]
    const inner = childrenOf(token)
    const runs = inner ? runsOf(inner) : run(unescaped(token.raw.trim()), {})
    return runs.length > 0 ? [{ kind: 'paragraph', level: 0, runs }] : []
  })
}

/** More than the texts that an installation can show in all languages. */
const MOST_REMEMBERED = 200

/** Anyone can ask for a text, so what is computed from one, or from several, is computed once. */
export function onceFor<T>(compute: (...texts: string[]) => T): (...texts: string[]) => T {
  const remembered = new Map<string, T>()
  return (...texts) => {
    // No stored text has a NUL.
    const key = texts.join('\0')
    const result = remembered.get(key) ?? compute(...texts)
    remembered.delete(key)
    remembered.set(key, result)
    const [oldest] = remembered.keys()
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    return result
  }
}

export const blocksOf: (markdown: string) => Block[] = onceFor((markdown = '') => blocksIn(parser.lexer(markdown)))
