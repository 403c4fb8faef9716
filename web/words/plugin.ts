import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { catalogOf, shortIds, suggestedWords, translatedLanguages, type Catalog } from './catalogs.ts'

// Writes the translated texts into small files next to the web app: for each language, one file for the main entry, and
// one for each module that is loaded on demand. English is in the code, and is the fallback for missing texts.

/** The texts in a module's own code, and the modules that it imports immediately or later. */
type Module = { says: ReadonlySet<string>; imports: readonly string[]; later: readonly string[] }
type Graph = { main: string; moduleAt: (id: string) => Module | undefined }

const MAIN = 'main'
/** The module that shows suggested interests and prompts. */
const SUGGESTED = '/web/src/words/use-suggested-words.ts'

/** The name of a module that is loaded on demand: `login-screen` for `…/login/login-screen.tsx`. */
const nameOf = (id: string): string => basename(id.replace(/\?.*$/, '')).replace(/\.\w+$/, '')

/** The name of the file with a module's texts. */
export const fileOf = (module: string): string => (module === 'index.html' ? MAIN : nameOf(module))

const walk = (start: readonly string[], next: (id: string) => readonly string[]): Set<string> => {
  const seen = new Set(start)
  // Iterating over a set includes the elements added in the meantime.
  for (const id of seen) for (const other of next(id)) seen.add(other)
  return seen
}

/** The texts in each file: those that its module needs and the main entry lacks. */
export function textsByFile({ main, moduleAt }: Graph): Map<string, Set<string>> {
  const textsOf = (entry: string) =>
    new Set([...walk([entry], (id) => moduleAt(id)?.imports ?? [])].flatMap((id) => [...(moduleAt(id)?.says ?? [])]))
  const everywhere = textsOf(main)
  const files = new Map([[MAIN, everywhere]])
  const all = walk([main], (id) => [...(moduleAt(id)?.imports ?? []), ...(moduleAt(id)?.later ?? [])])
  const onDemand = [...all].flatMap((id) => moduleAt(id)?.later ?? [])
  for (const id of new Set(onDemand)) {
    if (!isOurs(id)) continue
    if (files.has(nameOf(id))) throw new Error(`Two modules that are loaded on demand are called ${nameOf(id)}.`)
    files.set(nameOf(id), new Set([...textsOf(id)].filter((text) => !everywhere.has(text))))
  }
  return files
}

/** The files of a language and their content. The name of their folder changes with any of them. */
export function filesOf(language: string, catalog: Catalog, texts: ReadonlyMap<string, ReadonlySet<string>>) {
  const contents = [...texts].map(([name, ids]): [string, string] => [
    name,
    JSON.stringify(Object.fromEntries([...ids].sort().flatMap((id) => (catalog[id] ? [[id, catalog[id]]] : [])))),
  ])
  const hash = createHash('sha256').update(JSON.stringify(contents)).digest('hex').slice(0, 8)
  const folder = `${language}-${hash}`
  return {
    folder,
    files: contents.map(([name, content]) => ({ fileName: `${FOLDER}/${folder}/${name}.json`, content })),
  }
}

/** The folder of files with hashed names, which browsers cache forever. */
const FOLDER = 'assets/words'

const isOurs = (id: string): boolean => /\/web\/src\/.*\.tsx?$/.test(id.replace(/\?.*$/, ''))

/** The identifiers of a module's texts, and its code with these identifiers shortened. */
export function shortTexts(code: string, short: ReadonlyMap<string, string>): { code: string; says: Set<string> } {
  const says = new Set<string>()
  const shorter = code.replace(
    /(\bid:\s*)(["'])([\w+/=-]{6})\2(?=,\s*message:)/g,
    (_all, before: string, quote: string, hash: string) => {
      const id = short.get(hash) ?? hash
      says.add(id)
      return `${before}${quote}${id}${quote}`
    },
  )
  return { code: shorter, says }
}

/** Makes each import of our own modules also load their texts. */
export const waitingForWords = (code: string, load: string): string => {
  const waiting = code.replace(
    /\bimport\(\s*(["'`])(\.[^"'`]+)\1\s*\)/g,
    (loading, _quote, file: string) => `withWords(${JSON.stringify(nameOf(file))}, () => ${loading})`,
  )
  return waiting === code ? code : `import { withWords } from ${JSON.stringify(load)};${waiting}`
}

/** All texts of a language. */
const wordsOf = async (language: string): Promise<Catalog> => ({
  ...(await catalogOf(language)),
  ...suggestedWords(language),
})

/** Lists the folders in the page, so that the app finds them. */
const inHead = (folders: readonly string[]) => [
  { tag: 'meta', attrs: { name: 'words', content: folders.join(' ') }, injectTo: 'head' as const },
]

/** `load` is the module that loads the texts in a browser. */
export function words(load: string): Plugin {
  const says = new Map<string, Set<string>>()
  let files: { fileName: string; content: string }[] = []
  let folders: string[] = []
  let short = new Map<string, string>()
  let isForBrowsers = true
  return {
    name: 'kindred:words',
    enforce: 'post',
    configResolved: ({ build }) => void (isForBrowsers = !build.ssr),
    async buildStart() {
      short = await shortIds()
    },
    transform(code, id) {
      if (!isOurs(id)) return null
      const texts = shortTexts(code, short)
      says.set(id, id.endsWith(SUGGESTED) ? new Set([...texts.says, ...Object.keys(suggestedWords('en'))]) : texts.says)
      return { code: waitingForWords(texts.code, load), map: null }
    },
    async buildEnd(error) {
      if (error || !isForBrowsers) return
      const main = [...this.getModuleIds()].find((id) => id.endsWith('/web/src/main.tsx'))
      if (!main) throw new Error('There is no main entry that the words could belong to.')
      const moduleAt = (id: string): Module | undefined => {
        const info = this.getModuleInfo(id)
        return info
          ? { says: says.get(id) ?? new Set(), imports: info.importedIds, later: info.dynamicallyImportedIds }
          : undefined
      }
      const texts = textsByFile({ main, moduleAt })
      const each = await Promise.all(
        translatedLanguages.map(async (language) => filesOf(language, await wordsOf(language), texts)),
      )
      folders = each.map(({ folder }) => folder)
      files = each.flatMap(({ files: those }) => those)
    },
    generateBundle() {
      for (const { fileName, content } of files) this.emitFile({ type: 'asset', fileName, source: content })
    },
    transformIndexHtml: { order: 'post', handler: () => inHead(folders) },
    configureServer(server) {
      // During development, all current texts load with the main entry.
      folders = translatedLanguages.map((language) => `${language}-dev`)
      server.middlewares.use((request, response, next) => {
        const [, language = '', name] = /^\/assets\/words\/([\w-]+)-dev\/([\w-]+)\.json/.exec(request.url ?? '') ?? []
        if (!translatedLanguages.includes(language)) return next()
        response.setHeader('content-type', 'application/json')
        void (name === MAIN ? wordsOf(language) : Promise.resolve({})).then(
          (catalog) => response.end(JSON.stringify(catalog)),
          next,
        )
      })
    },
  }
}
