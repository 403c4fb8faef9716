// npm run screens: takes screenshots of every screen at every size, light and dark, into screens/ (ignored by git).
// Each screen is opened once and resized. `npm run screens -- settings --language ar` takes some of them, in Arabic.
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { screens } from '../e2e/screens.ts'
import { chromiumArguments, chromiumPath } from './chromium.ts'
import { parseCommand, refuse } from './usage.ts'

const base = process.env['KINDRED_URL'] ?? 'http://127.0.0.1:3000'
const USAGE = 'npm run screens -- [PART OF A PATH] [--language ar]. The server is at KINDRED_URL, or at port 3000.'
const { values: options, positionals } = parseCommand(USAGE, {
  options: { language: { type: 'string' } },
  allowPositionals: true,
})
const [only] = positionals
const folder = options.language ? `screens/${options.language}` : 'screens'
const sizes = '320x568 390x844 844x390 768x1024 1024x768 1280x720 1440x900 2560x1440'.split(' ')

async function take(page: Page, path: string): Promise<void> {
  if (only && !path.includes(only)) return
  const name = `${folder}/${path.replace(/#.*/, '').slice(1).replaceAll(/\W/g, '-')}`
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(base + path)
  await page.waitForLoadState('networkidle')
  for (const size of sizes) {
    const [width = 0, height = 0] = size.split('x').map(Number)
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${name}-${size}-${colorScheme}.png`, fullPage: true })
    }
  }
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  const answer = await page.request.post(`${base}/api/v1/auth/login`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`)
  const { data }: { data: { token: string; refreshToken: string; user: object } } = await answer.json()
  await page.goto(`${base}/robots.txt`)
  await page.evaluate(({ token, refreshToken, user }) => {
    localStorage.setItem('refreshToken', refreshToken)
    localStorage.setItem('user', JSON.stringify(user))
    localStorage.setItem('token', token)
  }, data)
}

await fetch(`${base}/healthz`).catch(() => refuse(USAGE, `No server answers at ${base}. Start one with npm start.`))
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArguments })
const problems: string[] = []
const group = async (paths: string[], account?: [string, string]) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  if (options.language) await context.addCookies([{ name: 'lang', value: options.language, url: base }])
  const page = await context.newPage()
  page.on('console', (message) => {
    // A missing subscription is a 404, as specified.
    if (message.type() === 'error' && !message.location().url.endsWith('/subscription/current'))
      problems.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  if (account) await signIn(page, ...account)
  for (const path of paths) await take(page, path)
  await context.close()
}
await group([...screens.visitor, '/reset-password#token=x', '/dev/kit'])
await group([...screens.member, '/onboarding?step=about'], ['zoe@demo.kindred.example', 'walk along the water'])
const [email, password] = [process.env['ADMIN_EMAIL'], process.env['ADMIN_PASSWORD']]
if (email && password) await group(screens.administrator, [email, password])
await browser.close()
for (const problem of new Set(problems)) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
