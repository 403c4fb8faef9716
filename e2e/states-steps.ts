import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { newMember, signInAs, inLetters } from './world.ts'

export const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** A member who sees only two people, because no other journey adds anyone eligible. */
export async function withTwoOthers(page: Page) {
  const kind = inLetters(randomUUID().slice(0, 8))
  for (const firstName of ['Ben', 'Cem'])
    await newMember(page, { firstName }, { gender: kind, interestedIn: ['woman'] })
  const ada = await newMember(page, {}, { gender: 'woman', interestedIn: [kind], interests: ['choir'] })
  await signInAs(page, ada)
  return ada
}
