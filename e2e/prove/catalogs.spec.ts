import { PSEUDO } from '@kindred/contract/languages'
import { expectTranslated, wordsAnswered } from '../plain-words.ts'
import { newMember, signInAs, expect, test } from '../world.ts'

// Parts of the app that have no path. every-screen.spec.ts checks the screens.

test('members read no text that is in no catalog in any of their settings', async ({ page }) => {
  const answered = wordsAnswered(page)
  await signInAs(page, await newMember(page))
  const panels =
    'email password passkeys second-factor sessions privacy blocks contacts consents notifications language theme export delete'
  for (const panel of panels.split(' ')) {
    await page.goto(`/settings?lang=${PSEUDO}#${panel}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page.locator('.pieces_skeleton')).toHaveCount(0)
    await expect(page.getByRole('status', { name: /Ĺóóááďííɲĝ/ })).toHaveCount(0)
    await expectTranslated(page, panel, answered)
  }
})
