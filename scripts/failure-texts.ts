// Where the web shows each text and helper of the specification's error catalog, read from its sources.
// `npm run failure-texts` writes docs/failure-texts.md. A test fails if a text has no screen or the page is outdated.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { texts } from '../web/src/api/error-text.ts'
import { fallbacks } from '../web/src/api/subscription-error.ts'

export const PAGE = 'docs/failure-texts.md'

type Sources = ReadonlyMap<string, string>
/** A text or helper, the names in the sources that show it, and the routes of their screens. */
export type Entry = { name: string; shown: string; routes: string[] }

const webSources = (): Sources =>
  new Map(
    globSync('web/src/**/*.{ts,tsx}', { exclude: (path) => path.includes('.test.') }).map((file) => [
      file,
      readFileSync(file, 'utf8'),
    ]),
  )

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path))

/** Every file that a screen consists of. */
function reach(start: string, sources: Sources): Set<string> {
  const seen = new Set<string>()
  const walk = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const next of importsOf(file, sources.get(file) ?? '')) walk(next)
  }
  walk(start)
  return seen
}

const routesOf = (sources: Sources): [route: string, files: Set<string>][] =>
  [
    ...(sources.get('web/src/routes.tsx') ?? '').matchAll(
      /'([^']+)': \w*[sS]creen\(\s*\(\) => import\('\.\/([^']+)'\)/g,
    ),
  ].map(([, route = '', file]) => [route, reach(`web/src/${file}`, sources)])

/** The exported helpers of a file that use a name directly or through each other. */
function helpersUsing(name: string, source: string): string[] {
  const blocks = source.split(/^(?=(?:export )?(?:const|function) )/m)
  const nameOf = (block: string) => /^(?:export )?(?:const|function) (\w+)/.exec(block)?.[1] ?? ''
  const found = new Set<string>()
  for (let wanted = [name]; wanted.length > 0;) {
    const next = blocks.filter((block) => wanted.some((each) => new RegExp(`\\b${each}\\b`).test(block)))
    wanted = next.map(nameOf).filter((each) => each && each !== 'texts' && !found.has(each))
    for (const each of wanted) found.add(each)
  }
  return [...found]
}

const HELPERS = 'web/src/api/error-text.ts'
const STRUCTURED = 'web/src/api/subscription-error.ts'

export function catalogue(sources: Sources = webSources()): Entry[] {
  const routes = routesOf(sources)
  const shownBy = (pattern: RegExp, but: string[]) =>
    routes
      .filter(([, files]) => [...files].some((file) => !but.includes(file) && pattern.test(sources.get(file) ?? '')))
      .map(([route]) => route)
  const either = (names: string[]) => new RegExp(`\\b(${names.join('|')})\\b`)
  const own = Object.entries(texts).map(([key, text]): Entry => {
    const helpers = helpersUsing(`texts\\.${key}`, sources.get(HELPERS) ?? '')
    const names = [...helpers, `texts\\.${key}`]
    return { name: text, shown: helpers[0] ?? `texts.${key}`, routes: shownBy(either(names), [HELPERS]) }
  })
  const ofSubscriptions = Object.entries(fallbacks).map(([key, text]): Entry => {
    const pattern = new RegExp(`useOperation\\([^)]*'${key}'|call="${key}"`)
    return { name: text, shown: `subscriptionError, '${key}'`, routes: shownBy(pattern, [STRUCTURED]) }
  })
  const structured = [
    'Server error: {status}',
    'No response from server. Please check your internet connection.',
    'An unexpected error occurred',
  ]
  const helpers = [
    'subscriptionError',
    'isAuthError',
    'withRetry',
    'reportErrorText',
    'verificationErrorText',
    'registerErrorText',
  ]
  return [
    ...own,
    ...ofSubscriptions,
    ...structured.map((name) => ({
      name,
      shown: 'subscriptionError',
      routes: shownBy(/\bsubscriptionError\b/, [STRUCTURED]),
    })),
    ...helpers.map((name) => ({ name, shown: 'helper', routes: shownBy(either([name]), [HELPERS, STRUCTURED]) })),
  ]
}

const MANY = 8
const inWords = (routes: string[]): string =>
  routes.length > MANY ? `${routes.slice(0, MANY).join(' ')} and ${routes.length - MANY} more` : routes.join(' ')

export const page = (entries: Entry[]): string =>
  `${[
    '# Failure texts',
    '',
    'Each text and helper of the error catalog, what shows it, and the screens that use it. ' +
      '`npm run failure-texts` writes this page from the sources.',
    '',
    '| text or helper | shown by | screens |',
    '| --- | --- | --- |',
    ...entries.map(({ name, shown, routes }) => `| ${name} | \`${shown}\` | ${inWords(routes)} |`),
  ].join('\n')}\n`

if (import.meta.main) writeFileSync(PAGE, page(catalogue()))
