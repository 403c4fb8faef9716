// npm run social-pictures: draws the preview image for links to each public page into web/public/social/ (committed).
// The brand is a setting, so no image shows it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { heads, pictureOf } from '../server/src/http/heads.ts'
import { chromiumArguments, chromiumPath } from './chromium.ts'

type Look = { face: string; text?: string; ground?: string; ink?: string }

const pine = { ground: '#14423a', ink: '#f7f6ef' }
const looks: Record<string, Look> = {
  '/join': { face: 'amara', text: 'Join for free' },
  '/signin': { face: 'tomas', text: 'Welcome back' },
  '/login': { face: 'noor', ...pine },
  '/privacy': { face: 'haneul' },
  '/faqs': { face: 'ken' },
  '/terms': { face: 'oluwaseun' },
  '/rules': { face: 'nandini' },
  '/help': { face: 'thorunn' },
  '/safety': { face: 'sam' },
  '/imprint': { face: 'ken' },
  '/transparency/public': { face: 'zoe' },
}

const encoded = (file: string, type: string) => `data:${type};base64,${readFileSync(file).toString('base64')}`
const font = encoded(
  'node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
  'font/woff2',
)

const page = (title: string, { face, text, ground = '#faf5f2', ink = '#231a1c' }: Look): string => `
  <style>
    @font-face { font-family: Display; src: url(${font}); font-weight: 200 800 }
    * { box-sizing: border-box; margin: 0 }
    body { width: 1200px; height: 630px; padding: 56px; display: grid; grid-template-columns: 1fr 415px; gap: 48px;
      align-items: center; background: ${ground}; color: ${ink} }
    .icon { width: 84px; margin-bottom: 40px; display: block }
    h1 { font: 640 92px/1 Display; letter-spacing: -0.035em; text-wrap: balance }
    .face { width: 415px; height: 518px; border-radius: 44px; object-fit: cover }
  </style>
  <div><img class="icon" src="${encoded('web/public/icon.svg', 'image/svg+xml')}"><h1>${text ?? title}</h1></div>
  <img class="face" src="${encoded(`web/public/people/${face}.svg`, 'image/svg+xml')}">`

const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments })
const tab = await browser.newPage({ viewport: { width: 1200, height: 630 } })
for (const [path, { title }] of Object.entries(heads)) {
  const look = looks[path]
  if (!look) throw new Error(`${path} has no look yet.`)
  await tab.setContent(page(title.replace(' · %BRAND%', ''), look))
  await tab.evaluate('document.fonts.ready')
  const file = `web/public/${pictureOf(path)}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    await sharp(await tab.screenshot())
      .png({ palette: true, effort: 10 })
      .toBuffer(),
  )
}
await browser.close()
