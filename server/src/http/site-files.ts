import { iconFile, type PublicLook } from '@kindred/contract'
import { directionOf } from '@kindred/contract/languages'
import type { PageLanguage } from './language.ts'

const ownIcons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
]
const iconsOf = (icon: string) => [
  { src: iconFile(icon, 192), sizes: '192x192', type: 'image/png' },
  { src: iconFile(icon, 512), sizes: '512x512', type: 'image/png' },
  { src: iconFile(icon, 'masked'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

export const manifestOf = (brand: string, language: PageLanguage, look?: PublicLook): string =>
  JSON.stringify({
    name: brand,
    short_name: brand,
    lang: language,
    dir: directionOf(language),
    start_url: '/discover',
    scope: '/',
    display: 'standalone',
    background_color: '#faf5f2',
    theme_color: '#faf5f2',
    icons: look?.icon ? iconsOf(look.icon) : ownIcons,
  })

export const PUBLIC_TRANSPARENCY = '/transparency/public'

export const publicPages: readonly string[] = [
  '/welcome',
  '/join',
  '/signin',
  '/privacy',
  '/faqs',
  '/terms',
  '/rules',
  '/help',
  '/safety',
  '/imprint',
  PUBLIC_TRANSPARENCY,
]

/** Search engines and link previews may read public pages and their pictures, but nothing about members. */
export const robotsOf = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...[...publicPages, '/assets/', '/social'].map((path) => `Allow: ${path}`),
    'Disallow: /',
    '',
    `# ${publicUrl}`,
    '',
  ].join('\n')
