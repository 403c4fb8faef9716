import { directionOf } from '@kindred/contract/languages'
import type { PageLanguage } from './language.ts'

/** Escapes text for HTML, between tags or in quoted attributes. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

export const manifestOf = (brand: string, language: PageLanguage): string =>
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
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
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
