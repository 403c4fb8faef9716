import { PSEUDO } from '@kindred/contract/languages'
import type { Locator, Page } from '@playwright/test'
import { bornYearsAgo } from '../../scripts/present.ts'
import { setLanguage, walkedLanguages } from '../languages.ts'
import { desk, expectFits, expectNoAxeFindings, phone, type Size, sizes, watchShifts } from '../measures.ts'
import { oneOfEach } from '../one-of-each.ts'
import { expectTranslated, wordsAnswered } from '../plain-words.ts'
import { withArticle, screens } from '../screens.ts'
import { administrator, newMember, demoMember, signInAs, expect, showPrivateData, main, test } from '../world.ts'

// Opens every screen once and measures it at several sizes: accessibility, layout shifts while loading, overlaps,
// clipped text, targets too small for a finger, console errors, and texts missing from the catalogs. The pseudo
// language has longer words than any other, so every run includes it.

test.use({ serviceWorkers: 'allow' })

const MAX_SHIFT = 0.02
/** Screens about a single person usually show each part as it loads. Screens with these paths wait for all parts. */
const mostShiftOfOne = (path: string) => (/^\/(support|settings|dates|reports)\b/.test(path) ? MAX_SHIFT : Infinity)

/** Light on desktops and dark on phones, which covers both themes in half the time. */
const themeFor = ({ touch }: Size) => ({ colorScheme: touch ? ('dark' as const) : ('light' as const) })

/** Runs axe at the first or last size of a screen: at both in a full proof, and otherwise at each in turn. */
const isAnalyzed = (nth: number, size: 'first' | 'last') =>
  process.env['PROVE'] === 'full' || (size === 'first') === (nth % 2 === 0)

async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('.pieces_skeleton')).toHaveCount(0)
}

/** Checks a screen in the pseudo language once all its texts have arrived. */
async function expectWords(page: Page, path: string, answered: ReadonlySet<string>) {
  await expect(page.locator('[data-first]')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /Ĺóóááďííɲĝ/ })).toHaveCount(0)
  // Two titles are the product's name, and those of pages about a person are that person's name.
  if (!/^\/(welcome|premium)$|^\/(members|users)\//.test(path))
    await expect.soft(page, path).toHaveTitle(/[\u0100-\u017f].* · /)
  await expectTranslated(page, path, answered)
}

type How = { language?: string; from?: readonly Size[]; mostShift?: (path: string) => number }

async function audit(
  page: Page,
  paths: readonly string[],
  { language = 'en', from = sizes, mostShift = () => MAX_SHIFT }: How = {},
) {
  test.setTimeout(300_000)
  const shifts = await watchShifts(page)
  const answered = wordsAnswered(page)
  const [first, last] = [from[0]!, from.at(-1)!]
  // The letters of the pseudo language are in a font file that no real language needs. If it arrived late, headings
  // would move.
  if (language === PSEUDO && paths[0]) {
    await open(page, paths[0])
    await page.evaluate(async () => void (await document.fonts.ready))
  }
  for (const [nth, path] of paths.entries()) {
    await page.setViewportSize(first)
    await page.emulateMedia(themeFor(first))
    await open(page, path)
    if (isAnalyzed(nth, 'first')) await expectNoAxeFindings(page, path)
    const { shift, moved } = await shifts()
    expect.soft(shift, `${path} shifts while it loads: ${moved.join(', ')}`).toBeLessThan(mostShift(path))
    if (language === PSEUDO) await expectWords(page, path, answered)
    await expectFits(page, path, from)
    await page.emulateMedia(themeFor(last))
    if (isAnalyzed(nth, 'last')) await expectNoAxeFindings(page, path)
  }
}

/** Splits the screens between two browsers. */
const halves = (paths: readonly string[]) => [paths.slice(0, paths.length / 2), paths.slice(paths.length / 2)]

async function enterAs(page: Page, who: string) {
  if (who === 'member') await signInAs(page, demoMember)
  if (who === 'administrator') await signInAs(page, administrator)
}

for (const language of walkedLanguages)
  for (const [who, paths] of Object.entries(screens))
    for (const [half, some] of halves(paths).entries()) {
      test(`axe and the measures find no problems on the screens of ${withArticle(who)}, half ${half + 1}, in ${language}`, async ({
        page,
      }) => {
        await setLanguage(page, language)
        await enterAs(page, who)
        await audit(page, some, { language, from: who === 'administrator' ? sizes : sizes.toReversed() })
      })
    }

function inLanguage(path: string, language: string): string {
  const url = new URL(path, main.url)
  url.searchParams.set('lang', language)
  return url.pathname + url.search + url.hash
}

for (const language of walkedLanguages)
  test(`axe finds no problems and everything fits on the screens of one person, date or report, in ${language}`, async ({
    page,
  }) => {
    const { people, paths } = await oneOfEach(page)
    const options = { language, mostShift: mostShiftOfOne }
    await setLanguage(page, language)
    await audit(page, paths.visitor, options)
    for (const who of ['members', 'suspended'] as const) {
      await signInAs(page, people[who])
      const inIt = paths[who].map((path) => inLanguage(path, language))
      await audit(page, inIt, options)
    }
    await signInAs(page, people.staff)
    await page.goto(paths.staff[0]!)
    await page.locator('section[aria-labelledby=private] button').click()
    const reason = page.getByRole('dialog')
    await reason.getByRole('textbox').fill('A complaint about them.')
    await reason.getByRole('button').last().click()
    // The server records the reason before it responds.
    await expect(page.locator('section[aria-labelledby=sign-ins]')).toBeVisible()
    await audit(page, paths.staff, options)
  })

test("axe and the measures find no problems on a user's details", async ({ page }) => {
  await signInAs(page, administrator)
  // The search excludes members that other journeys add.
  await page.goto('/users?search=Lindqvist')
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
  await showPrivateData(page)
  await expect(page.getByRole('heading', { name: 'Zoë Lindqvist' })).toBeVisible()
  await audit(page, [new URL(page.url()).pathname])
})

test.describe('an invalid mailed link', () => {
  test.use({ expectedErrors: /status of 400/ })
  test('leads to pages without problems', async ({ page }) => {
    await audit(page, ['/settings/email', '/settings/email/keep', '/recover'])
  })
})

const firstScreens = [
  desk(1280, 720),
  desk(1280, 800),
  desk(1366, 768),
  desk(960, 540),
  desk(900, 800),
  phone(844, 390),
  phone(640, 360),
  phone(568, 320),
  phone(390, 844),
  phone(390, 667),
  phone(320, 568),
]

/** Parts of a card that other elements cover: the face, the name or the buttons. */
const hiddenOn = (card: Locator): Promise<string[]> =>
  card.evaluate((article) => {
    const isOnTop = (element: Element, down: number) => {
      const { left, top, width: wide, height: high } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + wide / 2, top + high * down))
    }
    const photo = article.querySelector('figure')!
    const high = photo.getBoundingClientRect().height
    return [
      ...[0.1, 0.3, 0.5, 0.6].filter((down) => !isOnTop(photo, down)).map((down) => `the photo at ${down}`),
      ...[...article.querySelectorAll('h2, [role=group] button')]
        .filter((each) => !isOnTop(each, 0.5))
        .map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
      ...(high > 180 ? [] : [`the photo, which is ${high} high`]),
    ]
  })

test('the deck shows a face, a name and both decisions on the first screen', async ({ page }) => {
  // At an age that no other journey has anyone of, whose name might need several lines.
  const dateOfBirth = bornYearsAgo(88)
  await newMember(page, { firstName: 'Ben', dateOfBirth }, { gender: 'man', interestedIn: ['woman'] })
  const viewer = await newMember(page, { dateOfBirth }, { interestedIn: ['man'] })
  await viewer.client.setPreferences({ body: { ageMin: 87, ageMax: 90 } })
  await signInAs(page, viewer)
  await page.goto('/discover')
  const card = page.getByRole('article')
  const name = card.getByRole('heading', { level: 2, name: /^Ben/ })
  await expect(name).toBeVisible()
  for (const { width, height } of firstScreens) {
    await page.setViewportSize({ width, height })
    const at = `${width} × ${height}`
    for (const button of ['Pass', 'Like'])
      await expect(page.getByRole('button', { name: button, exact: true }), at).toBeInViewport({ ratio: 1 })
    await expect(name, at).toBeInViewport({ ratio: 1 })
    await expect.poll(() => hiddenOn(card), at).toEqual([])
  }
})
