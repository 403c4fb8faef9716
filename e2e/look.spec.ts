import { administrator, expect, signInAs, test } from './world.ts'

const square = (size: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`)

test('the form shows a small picture of an app icon, with room for what is below', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=look')
  const file = { name: 'icon.svg', mimeType: 'image/svg+xml', buffer: square(512) }
  await page.getByLabel('Choose a file: App icon').setInputFiles(file)
  const picture = page.getByRole('img', { name: 'App icon' })
  await expect(picture).toBeVisible()
  expect(await picture.boundingBox()).toMatchObject({ width: 48, height: 48 })
  await page.getByRole('button', { name: 'Remove: App icon' }).click()
})
