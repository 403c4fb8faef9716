import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { inPage } from './in-page.ts'

export const problemsOf = (page: Page, touch: boolean): Promise<string[]> =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
    ${inPage}
    const { scrollWidth, clientWidth } = document.documentElement
    return [
      ...(scrollWidth > clientWidth ? ['scrolls sideways by ' + (scrollWidth - clientWidth)] : []),
      ...overlapping(), ...cutOff(), ...brokenLabels(), ...brokenWords(), ...(${touch} ? tooSmall() : []),
    ]
  })`)

/**
 * Table rows are alike, and axe takes two seconds for a long table, so it analyzes only the first few. A full proof
 * analyzes all.
 */
const MORE_ROWS = 'tbody tr:nth-child(n + 5)'

export async function expectNoAxeFindings(page: Page, path: string): Promise<void> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // Without frames from other origins, axe needs no second page.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  const { violations } = await (process.env['PROVE'] === 'full' ? axe : axe.exclude(MORE_ROWS)).analyze()
  expect
    .soft(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`))
    .toEqual([])
}

export type Size = { width: number; height: number; /** True on touch screens. */ touch: boolean }

export const desk = (width: number, height: number): Size => ({ width, height, touch: false })
export const phone = (width: number, height: number): Size => ({ width, height, touch: true })

/** From a desktop to a small phone. Each run uses some of the sizes, and a full proof uses all. */
export const sizes: readonly Size[] =
  process.env['PROVE'] === 'full'
    ? [
        desk(1440, 900),
        desk(2560, 1440),
        desk(1280, 720),
        desk(1024, 768),
        desk(900, 800),
        phone(768, 1024),
        phone(844, 390),
        phone(390, 844),
        phone(320, 568),
      ]
    : [desk(1440, 900), desk(1024, 768), phone(320, 568)]

/** Widths at which long words are most likely to overflow. */
export const narrow = sizes.filter(({ width }) => process.env['PROVE'] === 'full' || width < 1400)

/** Screens that are also measured from right to left. A full proof measures every screen, in all languages. */
export const busiest: Record<string, string[]> = {
  visitor: ['/welcome', '/login'],
  member: ['/discover', '/matches', '/profile', '/settings', '/premium', '/onboarding?step=range'],
  administrator: ['/dashboard', '/users', '/reports', '/photos'],
}

/** Continues after a failure, so that one run reports all problems. */
const softExpect = expect.configure({ soft: true })

/** Measures the open screen at several sizes. Problems that disappear during loading don't count. */
export async function expectFits(page: Page, name: string, at: readonly Size[] = sizes): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  for (const { width, height, touch } of at) {
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: touch })
    await page.setViewportSize({ width, height })
    await softExpect.poll(() => problemsOf(page, touch), `${name} at ${width} × ${height}`).toEqual([])
  }
  await browser.detach()
}

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
type Seen = { shift: number; moved: string[] }

/** Adds up the layout shifts since the page opened, and names the elements that moved. */
export async function watchShifts(page: Page): Promise<() => Promise<Seen>> {
  await page.addInitScript(() => {
    const seen: Seen = ((window as unknown as { seen: Seen }).seen = { shift: 0, moved: [] })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as unknown as Shift[]) {
        if (hadRecentInput) continue
        seen.shift += value
        seen.moved.push(...sources.map(({ node }) => (node?.textContent ?? node?.nodeName ?? '').trim().slice(0, 40)))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}
