import type { Page } from '@playwright/test'
import { newMember, signInAs, expect, picture } from './world.ts'

export const openRow = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .last()
    .click()

export async function withTwoPhotos(page: Page) {
  await signInAs(page, await newMember(page))
  await page.goto('/profile')
  await openRow(page, 'Photos')
  const sheet = page.getByRole('dialog', { name: 'Photos' })
  await sheet.getByLabel('Choose photos').setInputFiles([
    { name: 'two.png', mimeType: 'image/png', buffer: picture },
    { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture, whatever it says') },
  ])
  await expect(page.getByRole('heading', { name: 'Photo 1 of 2' })).toBeVisible()
  await page.getByRole('button', { name: /^Visible area/ }).press('ArrowLeft')
  await page.getByLabel('Zoom').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/broken\.png: Please choose a JPEG/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Photo 2' }).click()
  const actions = page.getByRole('dialog', { name: 'Photo 2' })
  await actions.getByRole('button', { name: 'Description and who can see it' }).click()
  await page.getByLabel('Description').fill('Me on the pier')
  await page.getByRole('button', { name: 'Save' }).last().click()
  const photos = sheet.getByRole('figure').getByRole('button')
  await expect(photos).toHaveCount(2)
  await expect(photos.last()).toHaveAccessibleName('Photo 2: Me on the pier')
  return { sheet, photos }
}
