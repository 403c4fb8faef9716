import type { Page } from '@playwright/test'

// The limits in milliseconds apply to a computer four times slower than the reference machine. Slower machines are
// throttled less, so that the same limits catch the same regressions everywhere.

const TIMES_AS_SLOW = 4
/** The duration of the work below on the reference machine. */
const MILLISECONDS = 3.6
const TRIES = 40
/** The index of the fifth-fastest of 40 runs, which is neither a fluke nor interrupted. */
const FIFTH = 4

/** The time that this machine takes to create and lay out 400 paragraphs. */
function paceOf(page: Page): Promise<number> {
  return page.evaluate(
    async ({ TRIES, FIFTH }) => {
      const paragraph = (at: number) => {
        const element = document.createElement('p')
        element.textContent = `Line ${at} of ${Math.sin(at)}`
        element.style.padding = '1px'
        return element
      }
      const work = () => {
        const start = performance.now()
        const box = document.createElement('div')
        box.append(...Array.from({ length: 400 }, (_, at) => paragraph(at)))
        document.body.append(box)
        for (const width of ['600px', '300px']) {
          box.style.width = width
          box.getBoundingClientRect()
        }
        box.remove()
        return performance.now() - start
      }
      const times: number[] = []
      while (times.length < TRIES) {
        times.push(work())
        await new Promise(requestAnimationFrame)
      }
      return times.toSorted((a, b) => a - b)[FIFTH]!
    },
    { TRIES, FIFTH },
  )
}

/** Measures the machine on an empty page. `slow` throttles the given page, and `full` ends the throttling. */
export async function slowComputer(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const empty = await page.context().newPage()
  await empty.goto('about:blank')
  const rate = Math.max(1, (TIMES_AS_SLOW * MILLISECONDS) / (await paceOf(empty)))
  await empty.close()
  const at = async (rate: number) => void (await browser.send('Emulation.setCPUThrottlingRate', { rate }))
  return { slow: () => at(rate), full: () => at(1) }
}

const MAX_TRIES = 4

/** Retries a measurement that is too slow and returns the fastest, because the machine may be busy. */
export async function fastest(limit: number, measure: () => Promise<number>): Promise<number> {
  const took: number[] = []
  while (took.length < MAX_TRIES && !took.some((time) => time < limit)) took.push(await measure())
  return Math.min(...took)
}
