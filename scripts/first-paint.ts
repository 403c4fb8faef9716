// Writes the pages that show something before the app's code has loaded, next to web/dist/index.html: the screens as
// rendered before the viewer is known, and the styles for that. The server chooses one by its address.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { catalogOf, translatedLanguages, type Catalog } from '../web/words/catalogs.ts'
import { usedCss } from './used-css.ts'

const folder = join('web', '.first')

/** It takes as long as building the screens, so it may run beside the build for browsers. */
export async function renderFirstPaints(): Promise<Record<string, string>> {
  await build({
    root: 'web',
    logLevel: 'warn',
    build: { ssr: 'src/first-paint.tsx', outDir: '.first', copyPublicDir: false, emptyOutDir: true, sourcemap: false },
  })
  // The screens need these browser globals while they are loaded and rendered.
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
 * The app will replace the page in a moment, so it is inert: fields take no text that would be lost, and no form
 * submits itself. Its links work, but not by keyboard, because the focus would be lost as well.
 */
export const inactive = (html: string): string =>
  html
    .replace(/<link [^>]*>/g, '')
    .replace(/ (name|autofocus|autocomplete)="[^"]*"/g, '')
    .replaceAll(' type="submit"', ' type="button"')
    .replace(/<(a|button|input|select|textarea)\b/g, '<$1 tabindex="-1"')
    .replace(/<(input|textarea)\b/g, '<$1 readonly')

/** Viewers without a first paint, because the app will lead them elsewhere (web/public/first.js identifies them). */
const hidden: Record<string, string> = {
  login: '[data-who]:not([data-who=visitor])',
  member: ':root:not([data-who=member],[data-who=staff])',
  office: ':root:not([data-who=staff])',
}

const NO_INITIAL = '[data-first] .avatar_initial{color:transparent}'

/**
 * The markup replaces the empty root. Its stylesheets follow the markup: they have to block the app, but not the first
 * paint.
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
        // The service worker leaves out everything between the comments.
        `<div id="root"><!--first-->${first}<!--/first--></div>\n    ${links.join('\n    ')}`,
    )
}

/** Preloads the font of the largest heading: if its lines break differently later, everything below moves. */
function headingFace(screen: string, css: string): string {
  if (!screen.startsWith('welcome')) return ''
  const faces = css.match(/@font-face\s*{[^}]*}/g) ?? []
  const face = faces.find((each) => each.includes('Bricolage Grotesque Variable') && /U\+(0+-0*FF|\?\?)/i.test(each))
  const [, address] = /url\(["']?([^"')]+)/.exec(face ?? '') ?? []
  if (!address) throw new Error('The styles lack the face of headings.')
  return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}" />\n`
}

/** The app's words load in parallel with its code. */
function wordsOf(page: string, screen: string, language: string): string {
  const [, folders = ''] = /<meta name="words" content="([^"]*)"/.exec(page) ?? []
  const folder = folders.split(' ').find((each) => language !== '' && each.startsWith(`${language}-`))
  const files = {
    welcome: 'welcome-screen',
    'welcome-demo': 'welcome-screen',
    login: 'login-screen',
    office: 'office-frame',
  }
  const names = ['main', new Map(Object.entries(files)).get(screen)]
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

export function writeFirstPaints(dist: string, paints: Record<string, string>): void {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const css = stylesIn(dist).replace(/\/\*[\s\S]*?\*\//g, '')
  mkdirSync(join(dist, 'first'), { recursive: true })
  for (const [name, html] of Object.entries(paints))
    writeFileSync(join(dist, 'first', `${name}.html`), pageWith(page, name, html, css))
}
