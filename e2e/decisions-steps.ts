import type { Page } from '@playwright/test'
import { newMember, expect, showPrivateData, inLetters, tabTo, likeEachOther } from './world.ts'

export const FACTS = 'Asked three people for gift cards on Monday.'
export const person = (page: Page, firstName: string) =>
  newMember(page, { firstName, lastName: inLetters(`Decided${Date.now()}`), dateOfBirth: '1961-03-09' })

export type TestMember = Awaited<ReturnType<typeof person>>

export async function written(from: TestMember, to: TestMember) {
  const id = await likeEachOther(from, to)
  const body = { clientId: `journey-${Date.now()}`, text: 'Can you buy me a gift card?' }
  const { message } = (await from.client.sendMessage({ params: { id }, body })).data
  return { match: id, message: message._id }
}

export async function openDialog(page: Page, id: string) {
  await page.goto(`/users/${id}`)
  await showPrivateData(page)
  await tabTo(page, page.getByRole('button', { name: /^Take action on/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Take action on/ })
  await expect(dialog).toBeVisible()
  return dialog
}
