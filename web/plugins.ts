import { compileMessage } from '@lingui/message-utils/compileMessage'
import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import type { Plugin } from 'vite'
import { isStream, type Shape, type Stream } from '../contract/src/route.ts'

// Work that is done when the web app is built instead of in every browser, which makes the first route 18 kB smaller.

type Call = { method: string; path: string; returns: Schema | Stream }
const isCalls = (value: unknown): value is Record<string, Call> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((call) => typeof call === 'object' && call !== null && 'method' in call && 'path' in call)

/** Modules that the browser needs unchanged, because it also runs their functions. */
const asTheyAre = [
  'calls',
  'client',
  'errors',
  'isolated',
  'languages',
  'lookalike-letters',
  'lookalikes',
  'name-form',
  'normalized',
  'phrases',
  'route',
  'staff',
  'text',
  'index',
].concat(
  'billing/currencies',
  'discovery/contact-form',
  'operations/color',
  'profiles/same-answers',
  ['colors', 'files', 'style'].map((part) => `operations/look-${part}`),
  ['at-risk', 'listed', 'time-zones'].map((part) => `safety/${part}`),
)
/** The rule about words before they are sent, with its lists. */
const rulesAsTheyAre = /^moderation\/(?:hurting|scams)\//

/**
 * The browser makes calls, and the server checks them. So the browser gets the contract's methods and paths, and the
 * outline of each response, but neither the schemas nor their library. Importing a schema in the web app fails the
 * build.
 */
export function callsWithoutSchemas(): Plugin {
  return {
    name: 'kindred:calls-without-schemas',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?')
      const [, topicFile] = /\/contract\/src\/([\w/-]+)\.ts$/.exec(file) ?? []
      if (!topicFile || asTheyAre.includes(topicFile) || rulesAsTheyAre.test(topicFile)) return null
      const topic: Record<string, unknown> = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`)
      const calls = Object.entries(topic).filter((each): each is [string, Record<string, Call>] => isCalls(each[1]))
      const constants = Object.entries(topic)
        .filter(([, value]) => isPlain(value) && !isCalls(value))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      const light = calls.map(([name, routes]) => {
        const calls = Object.fromEntries(
          Object.entries(routes).map(([call, { method, path, returns }]) => [
            call,
            { method, path, ...(isStream(returns) ? {} : { expects: shapeOf(returns) }) },
          ]),
        )
        return `export const ${name} = ${JSON.stringify(calls)}`
      })
      return [...constants, ...light].join('\n')
    },
  }
}

type Schema = {
  _zod: { def: { type: string; shape?: Record<string, Schema>; innerType?: Schema; out?: Schema; options?: Schema[] } }
}
/** Below this depth, a response that has matched so far is trusted. */
const DEEPEST_SHAPE = 2
/** If a response has only single values, this many of them identify it as ours. */
const ENOUGH = 3

/** The outline of the values that a schema accepts. Undefined for optional values. */
export function shapeOf({ _zod: { def } }: Schema, depth = 0): Shape | undefined {
  if (def.type === 'optional') return undefined
  if (def.type === 'array') return 1
  if (def.type === 'default' && def.innerType) return shapeOf(def.innerType, depth)
  if (def.type === 'pipe' && def.out) return shapeOf(def.out, depth)
  if (def.type !== 'object' || !def.shape) return 0
  if (depth >= DEEPEST_SHAPE) return {}
  const shapes = Object.entries(def.shape).flatMap(([key, inner]): [string, Shape][] => {
    const shape = shapeOf(inner, depth + 1)
    return shape === undefined ? [] : [[key, shape]]
  })
  // Single values count only if there is nothing else, because a server one version behind may lack the newest of them.
  const parts = shapes.filter(([, shape]) => shape !== 0)
  return Object.fromEntries(parts.length > 0 ? parts : shapes.slice(0, ENOUGH))
}

/** True for constants that both sides share, such as lists and texts, but not for functions and schemas. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain)
  )
}

const message = /(\bid:\s*(["'])[\w+/=-]{6}\2,\s*message:\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g

/** Parses the English messages in the code at build time instead of in the browser. */
export function compiledMessages(): Plugin {
  return {
    name: 'kindred:compiled-messages',
    enforce: 'post',
    transform(code, id) {
      const [file = ''] = id.split('?')
      if (!/\/web\/src\/.*\.tsx?$/.test(file) || !code.includes('message:')) return null
      // Evaluating the literal as JavaScript is safe, because it is the macros' output and never contains input.
      const compiled = code.replace(
        message,
        (_whole, before: string, _quote, literal: string) =>
          before + JSON.stringify(compileMessage(String(runInNewContext(literal)))),
      )
      return { code: compiled, map: null }
    },
  }
}

/**
 * Preloads the font of most texts along with the page. A page that gets the font later keeps its fallback, so that
 * nothing moves.
 */
export const faceAtOnce = (): Plugin => ({
  name: 'kindred:face-at-once',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      const face = Object.values(bundle ?? {}).find(
        (file) => file.type === 'asset' && file.names.includes('figtree-latin-wght-normal.woff2'),
      )
      if (!face) throw new Error('The face of most words is not among the files.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${face.fileName}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})

/** Each module declares the order of the layers, because a screen's styles may load before the shared ones. */
export const layersInOrder = (): Plugin => ({
  name: 'kindred:layers-in-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\.module\.css$/ },
    // Added to the first line, so that line numbers stay the same.
    handler: (code) => ({ code: `@layer theme, base, components, utilities; ${code}`, map: null }),
  },
})

/**
 * Loads a screen's other files along with it, and waits for its styles. Vite's own helper does the same, but half of it
 * is for pages with nonces, for other bases, and for browsers that don't preload modules, which the first route pays
 * for.
 */
const preloadHelper = `
const styles = {}
const preload = (file) => {
  const href = '/' + file
  if (document.querySelector('link[href="' + href + '"]')) return styles[file]
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'stylesheet' : 'modulepreload'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  if (isStyle)
    return (styles[file] = new Promise((done, fail) => {
      link.onload = done
      link.onerror = () => {
        link.remove()
        fail(Error(href))
      }
    }))
}
export const __vitePreload = async (load, files = []) => {
  await Promise.all(files.map(preload))
  return load()
}`

export const lightPreload = (): Plugin => ({
  name: 'kindred:light-preload',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id === '\0vite/preload-helper.js' ? preloadHelper : null),
})

/** The import of a screen, with the files that load along with it. */
const withDependencies = /(import\(`\.\/([\w-]+\.js)`\)[^[\]]*?__vite__mapDeps\(\[)([\d,]+)(?=\])/g

/**
 * Shortens the lists of files that load with each screen, because the first route contains all of them. Leaves out
 * files that the page has already loaded, a screen's own file if it needs no others, and the scripts of developers'
 * pages. Sorted numbers compress better; styles stay last, in the order of their precedence.
 */
export const dependenciesInOrder = (): Plugin => ({
  name: 'kindred:dependencies-in-order',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const before = new Set<string>()
      const load = (fileName: string) => {
        const chunk = chunks.find((each) => each.fileName === fileName)
        if (!chunk || before.has(fileName)) return
        for (const file of [fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) before.add(file)
        chunk.imports.forEach(load)
      }
      for (const { isEntry, fileName } of chunks) if (isEntry) load(fileName)
      const isForDevelopers = (fileName: string) =>
        chunks.find((each) => each.fileName === fileName)?.facadeModuleId?.endsWith('/kit-screen.tsx') === true
      for (const chunk of chunks) {
        const [, list = '[]'] = /m\.f\|\|\(m\.f=(\[[^\]]*\])/.exec(chunk.code) ?? []
        const files: string[] = JSON.parse(list)
        const named: string[] = []
        const numberOf = (file: string) => (named.includes(file) ? named.indexOf(file) : named.push(file) - 1)
        chunk.code = chunk.code
          .replace(withDependencies, (_whole, start: string, screen: string, indexes: string) => {
            const all = indexes.split(',').map((index) => files[Number(index)] ?? '')
            const styles = all.filter((file) => file.endsWith('.css') && !before.has(file))
            const own = `assets/${screen}`
            const scripts = all.filter(
              (file) => !file.endsWith('.css') && !before.has(file) && (styles.length > 0 || file !== own),
            )
            const needed = isForDevelopers(own) ? [] : scripts.map(numberOf).toSorted((one, other) => one - other)
            return start + [...needed, ...styles.map(numberOf)].join(',')
          })
          .replace(list, () => JSON.stringify(named))
      }
    },
  },
})
