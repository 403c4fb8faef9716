import type { Page } from '@playwright/test'
import { fastest, slowComputer } from '../slow-computer.ts'
import { newMember, signInAs, expect, test, timed, likeEachOther } from '../world.ts'

async function timeToBubble(page: Page, text: string): Promise<number> {
  await page.evaluate((text) => {
    const log = document.querySelector('[role=log]')!
    const seen = window as unknown as { took: Promise<number> }
    seen.took = new Promise((resolve) =>
      document.addEventListener(
        'keydown',
        ({ timeStamp }) => {
          const look = () =>
            // Waits for the next frame, because this one has only changed the document.
            log.textContent?.includes(text)
              ? requestAnimationFrame(() => resolve(performance.now() - timeStamp))
              : requestAnimationFrame(look)
          look()
        },
        { capture: true, once: true },
      ),
    )
  }, text)
  await page.keyboard.press('Enter')
  return page.evaluate(() => (window as unknown as { took: Promise<number> }).took)
}

test('a sent message appears within 50 ms on a slow computer, even in a long conversation', timed, async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, { gender: 'man' })]
  const params = { id: await likeEachOther(ben, ada) }
  for (let at = 0; at < 60; at++)
    await (at % 2 ? ada : ben).client.sendMessage({
      params,
      body: { clientId: crypto.randomUUID(), text: `Line ${at} of a long conversation about boats and bread.` },
    })
  await signInAs(page, ada)
  await page.goto(`/chat/${params.id}`)
  // The list of conversations also shows the text.
  await expect(page.getByRole('log').getByText('Line 59 of')).toBeVisible()
  await (await slowComputer(page)).slow()
  let sent = 0
  const sending = async () => {
    const text = `Quick as a fish, ${sent++}.`
    await page.getByRole('textbox', { name: 'Message to Ben' }).fill(text)
    const took = await timeToBubble(page, text)
    await expect(page.getByRole('log').getByText(text)).toBeVisible()
    await expect(page.getByRole('log').getByText('Sending')).toHaveCount(0)
    return took
  }
  expect(await fastest(50, sending)).toBeLessThan(50)
})
