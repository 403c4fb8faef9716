// Extracts the part of a stylesheet that some markup uses, to inline it into the page. An unneeded rule only costs bytes.
import postcss, { type Container, type Root } from 'postcss'

function namesIn(html: string) {
  const inTags = [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag)
  const classes = inTags.flatMap((tag) => (/ class="([^"]*)"/.exec(tag)?.[1] ?? '').split(' '))
  return {
    tags: new Set(['html', 'body', ...inTags.map((tag) => (/^<([\w-]+)/.exec(tag)?.[1] ?? '').toLowerCase())]),
    classes: new Set(classes.map((name) => name.replaceAll('&gt;', '>').replaceAll('&amp;', '&'))),
    attributes: new Set([
      'dir',
      // The page's root may have these: the chosen theme (web/public/first.js), and the operator's logo.
      'data-theme',
      'data-logo',
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

function keepUsed(container: Container, names: ReturnType<typeof namesIn>): void {
  container.each((node) => {
    if (node.type === 'rule') {
      const used = node.selectors.filter((selector) => mayMatch(selector, names))
      if (used.length === 0) node.remove()
      else if (used.length < node.selectors.length) node.selectors = used
    } else if (node.type !== 'atrule') return
    // Letters beyond Latin-1 and animations come with the full stylesheet.
    else if (node.name === 'font-face') {
      if (/-ext-|arabic/.test(String(node))) node.remove()
    } else if (node.nodes && /^(media|supports|layer|container)$/.test(node.name)) {
      keepUsed(node, names)
      if (node.nodes.length === 0) node.remove()
    } else if (node.name !== 'property' && node.name !== 'layer') node.remove()
  })
}

/** Removes custom properties that nothing uses, and those that only they use. */
function removeUnused(root: Root): void {
  const used = new Set([...String(root).matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
  let isDone = true
  root.walk((node) => {
    const name =
      node.type === 'decl' ? node.prop : node.type === 'atrule' && node.name === 'property' ? node.params : ''
    if (!name.startsWith('--') || used.has(name)) return
    node.remove()
    isDone = false
  })
  if (!isDone) removeUnused(root)
}

export function usedCss(css: string, html: string): string {
  const root = postcss.parse(css)
  keepUsed(root, namesIn(html))
  removeUnused(root)
  return String(root)
}
