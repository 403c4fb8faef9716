// Writes the pages that show something before the app's code has loaded, next to web/dist/index.html: the screens as
// rendered before the viewer is known, and their styles. The server chooses a page by its path.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { catalogOf, translatedLanguages, type Catalog } from '../web/words/catalogs.ts'
import { usedCss } from './used-css.ts'

const folder = join('web', '.first')

/** Renders the first paints. This takes as long as building the screens, so both can run in parallel. */
export async function renderFirstPaints(): Promise<Record<string, string>> {
  await build({
    root: 'web',
    logLevel: 'warn',
    build: { ssr: 'src/first-paint.tsx', outDir: '.first', copyPublicDir: false, emptyOutDir: true, sourcemap: false },
  })
  // The screens need these browser globals while they load and render.
  Object.assign(globalThis, { addEventListener: () => {}, location: { hostname: '' } })
  try {
    type Rendered = { firstPaints: (catalogs: Record<string, Catalog>) => Record<string, string> }
    const { firstPaints }: Rendered = await import(pathToFileURL(join(process.cwd(), folder, 'first-paint.js')).href)
    const catalogs = await Promise.all(
      translatedLanguages.map(async (language) => [language, await catalogOf(language)] as const),
    )
    return firstPaints(Object.fromEntries(catalogs))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Makes a page inert, because the app replaces it in a moment: fields take no text that would be lost, and no form
 * submits itself. Links work, but not by keyboard, because the focus would be lost, too.
 */
export const inactive = (html: string): string =>
  html
    .replace(/<link [^>]*>/g, '')
    .replace(/ (name|autofocus|autocomplete)="[^"]*"/g, '')
    .replaceAll(' type="submit"', ' type="button"')
    .replace(/<(a|button|input|select|textarea)\b/g, '<$1 tabindex="-1"')
    .replace(/<(input|textarea)\b/g, '<$1 readonly')

/** Viewers without a first paint, because the app redirects them (web/public/first.js identifies them). */
const hidden: Record<string, string> = {
  login: '[data-who]:not([data-who=visitor])',
  member: ':root:not([data-who=member],[data-who=staff])',
  office: ':root:not([data-who=staff])',
}

const NO_INITIAL = '[data-first] .avatar_initial{color:transparent}'

/**
 * Replaces the empty root with the markup. The stylesheets follow the markup, because they have to block the app but
 * not the first paint.
 */
export function pageWith(page: string, name: string, html: string, css: string): string {
  const seen = inactive(html)
  const [screen = '', language = ''] = name.split('.')
  const links = page.match(/<link rel="stylesheet"[^>]*>/g) ?? []
  const empty = '<div id="root"></div>'
  if (!page.includes(empty) || links.length === 0) throw new Error('The page has no empty root, or no stylesheet.')
  const hide = hidden[screen] ? `${hidden[screen]} [data-first]{display:none}` : ''
  const letter = seen.includes('avatar_initial') ? NO_INITIAL : ''
  const first = `<div data-first aria-hidden="true"><style>${usedCss(css, seen)}${letter}${hide}</style>${seen}</div>`
  return links
    .reduce((left, link) => left.replace(link, ''), page)
    .replace('</head>', () => `${headingFace(screen, css)}${wordsOf(page, screen, language)}</head>`)
    .replace(
      empty,
      () =>
        `<script src="/first.js"></script>\n    ` +
        // The service worker omits everything between the comments.
        `<div id="root"><!--first-->${first}<!--/first--></div>\n    ${links.join('\n    ')}`,
    )
}

/** Preloads the font of the largest heading: if its lines wrapped differently later, everything below would move. */
function headingFace(screen: string, css: string): string {
  if (!screen.startsWith('welcome')) return ''
  const faces = css.match(/@font-face\s*{[^}]*}/g) ?? []
  const face = faces.find((each) => each.includes('Bricolage Grotesque Variable') && /U\+(0+-0*FF|\?\?)/i.test(each))
  const [, address] = /url\(["']?([^"')]+)/.exec(face ?? '') ?? []
  if (!address) throw new Error('The styles lack the face of headings.')
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}" />\n`
}

/** Loads the app's texts in parallel with its code. */
function wordsOf(page: string, screen: string, language: string): string {
  const [, folders = ''] = /<meta name="words" content="([^"]*)"/.exec(page) ?? []
  const folder = folders.split(' ').find((each) => language !== '' && each.startsWith(`${language}-`))
  const files = { welcome: 'welcome-screen', login: 'login-screen', office: 'office-frame' }
  const names = ['main', new Map(Object.entries(files)).get(screen.replace(/-.*/, ''))]
  return names
    .flatMap((name) => (folder && name ? [`/assets/words/${folder}/${name}.json`] : []))
    .map((address) => `<link rel="preload" as="fetch" crossorigin href="${address}" />\n`)
    .join('')
}

const stylesIn = (dist: string): string => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const first = [...page.matchAll(/<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file)
  const others = globSync('assets/*.css', { cwd: dist }).filter((file) => !first.includes(file))
  return [...first, ...others.toSorted()].map((file) => readFileSync(join(dist, file), 'utf8')).join('\n')
}

/** Marks the words of the start page that the server replaces if the operator has changed them. */
export function withMarks(name: string, html: string): string {
  if (!name.startsWith('welcome')) return html
  const marked = html
    .replace(/(<h1[^>]*>)(.*?)(<\/h1>)/s, '$1<!--headline-->$2<!--/headline-->$3')
    .replace(/(<p data-text[^>]*>)(.*?)(<\/p>)/s, '$1<!--text-->$2<!--/text-->$3')
  if (!marked.includes('<!--headline-->') || !marked.includes('<!--text-->'))
    throw new Error('The start page has no headline, or no text.')
  return marked
}

export function writeFirstPaints(dist: string, paints: Record<string, string>): void {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const css = stylesIn(dist).replace(/\/\*[\s\S]*?\*\//g, '')
  mkdirSync(join(dist, 'first'), { recursive: true })
  for (const [name, html] of Object.entries(paints))
    writeFileSync(join(dist, 'first', `${name}.html`), pageWith(page, name, withMarks(name, html), css))
}
