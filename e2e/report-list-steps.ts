import type { Page } from '@playwright/test'
import { callsOf, newPerson } from './world.ts'

export const table = (page: Page) => page.getByRole('table', { name: 'Reports' })

export async function reported(page: Page, description: string) {
  const person = newPerson()
  const { token } = await callsOf(page).register({ body: person })
  const answer = await callsOf(page, token).createReport({ body: { problem_type: 'Bug Report', description } })
  return { ...person, report: answer.data.report }
}
