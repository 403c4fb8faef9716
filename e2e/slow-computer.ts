import type { Page } from '@playwright/test'

// The bars in milliseconds hold on a computer four times as slow as the one that they were set on. A slower machine is
// slowed less, so that the same bars find the same defects everywhere.

const TIMES_AS_SLOW = 4
/** What the work below took on the machine that the bars were set on. */
const MILLISECONDS = 3.6
const TRIES = 40
/** The fifth fastest of forty is no fluke, and was not interrupted. */
const FIFTH = 4

/** How long this machine takes to make and lay out 400 paragraphs. */
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

/** Measures the machine on an empty page; `slow` then slows the given one, and `full` ends that. */
export async function slowComputer(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const empty = await page.context().newPage()
  await empty.goto('about:blank')
  const rate = Math.max(1, (TIMES_AS_SLOW * MILLISECONDS) / (await paceOf(empty)))
  await empty.close()
  const at = async (rate: number) => void (await browser.send('Emulation.setCPUThrottlingRate', { rate }))
  return { slow: () => at(rate), full: () => at(1) }
}

const MOST_TRIES = 4

/** The fastest of a few tries where the first is too slow: the machine may be busy. */
export async function fastest(limit: number, measure: () => Promise<number>): Promise<number> {
  const took: number[] = []
  while (took.length < MOST_TRIES && !took.some((time) => time < limit)) took.push(await measure())
  return Math.min(...took)
}
