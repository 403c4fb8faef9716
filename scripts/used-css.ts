// Extracts the part of a stylesheet that some markup uses, to inline it into the page. This works for our own built
// stylesheets, which have no comments or nesting. An unneeded rule only costs bytes.

type Block = { prelude: string; body: string | undefined }

function* blocksOf(css: string): Generator<Block> {
  let start = 0
  for (let at = 0; at < css.length; at++) {
    const open = css[at] === '{'
    if (css[at] === '"') at = css.indexOf('"', at + 1)
    if (!open && css[at] !== ';') continue
    const prelude = css.slice(start, at).trim()
    const end = open ? closing(css, at) : at
    yield { prelude, body: open ? css.slice(at + 1, end) : undefined }
    at = end
    start = end + 1
  }
}

function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '"') at = css.indexOf('"', at + 1)
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at
  }
  throw new Error('A brace of the stylesheet is not closed.')
}

function listed(selectors: string): string[] {
  let depth = 0
  let start = 0
  const parts: string[] = []
  for (const [at, character] of [...selectors].entries()) {
    if (character === '(' || character === '[') depth++
    if (character === ')' || character === ']') depth--
    if (character !== ',' || depth > 0 || selectors[at - 1] === '\\') continue
    parts.push(selectors.slice(start, at))
    start = at + 1
  }
  return [...parts, selectors.slice(start)]
}

function namesIn(html: string) {
  const inTags = [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag)
  const classes = inTags.flatMap((tag) => (/ class="([^"]*)"/.exec(tag)?.[1] ?? '').split(' '))
  return {
    tags: new Set(['html', 'body', ...inTags.map((tag) => (/^<([\w-]+)/.exec(tag)?.[1] ?? '').toLowerCase())]),
    classes: new Set(classes.map((name) => name.replaceAll('&gt;', '>').replaceAll('&amp;', '&'))),
    attributes: new Set([
      'dir',
      ...inTags.flatMap((tag) => [...tag.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '']) => name)),
    ]),
  }
}

const unescaped = (name: string) => name.replace(/\\(.)/g, '$1')

/** States that can't occur before the app has loaded. */
const LATER = /:(hover|active|focus|focus-visible|focus-within|checked|disabled)\b/

/** True if the markup has everything that a selector names. Arguments of functions such as `:is()` are ignored. */
function mayMatch(selector: string, { tags, classes, attributes }: ReturnType<typeof namesIn>): boolean {
  if (LATER.test(selector.replace(/:not\([^)]*\)/g, ''))) return false
  const plain = selector.replace(/(?<!\\):[\w-]+\((?:[^()]|\([^()]*\))*\)/g, '').replace(/(?<!\\)::?[\w-]+/g, '')
  const named = [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => unescaped(name))
  const bracketed = [...plain.matchAll(/(?<!\\)\[([\w-]+)/g)].map(([, name = '']) => name)
  const rest = plain.replace(/\.(?:\\.|[\w-])+/g, '').replace(/\[[^\]]*\]/g, '')
  const elements = [...rest.matchAll(/[a-z][\w-]*/gi)].map(([name]) => name.toLowerCase())
  return (
    named.every((name) => classes.has(name)) &&
    bracketed.every((name) => attributes.has(name)) &&
    elements.every((name) => tags.has(name))
  )
}

function kept(css: string, names: ReturnType<typeof namesIn>): string {
  return [...blocksOf(css)]
    .map(({ prelude, body }) => {
      if (body === undefined) return prelude.startsWith('@layer') ? `${prelude};` : ''
      if (/^@(media|supports|layer|container)/.test(prelude)) {
        const inside = kept(body, names)
        return inside && `${prelude}{${inside}}`
      }
      // Letters beyond Latin-1 and animations come with the full stylesheet.
      if (prelude === '@font-face') return /-ext-|arabic/.test(body) ? '' : `${prelude}{${body}}`
      if (prelude.startsWith('@property')) return `${prelude}{${body}}`
      if (prelude.startsWith('@')) return ''
      const selectors = listed(prelude).filter((selector) => mayMatch(selector, names))
      return selectors.length > 0 ? `${selectors.join(',')}{${body}}` : ''
    })
    .join('')
}

/** Removes custom properties that nothing uses, and those that only they use. */
function withoutUnused(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  const left = css
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) => (used.has(name) ? rule : ''))
    .replace(/(?<=[{;])(--[\w-]+):[^;{}]*(;|(?=\}))/g, (set, name: string) => (used.has(name) ? set : ''))
  return left === css ? css : withoutUnused(left)
}

export const usedCss = (css: string, html: string): string => withoutUnused(kept(css, namesIn(html)))
