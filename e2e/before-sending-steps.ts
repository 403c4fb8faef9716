import { matched } from './world.ts'
import type { Page } from '@playwright/test'

export async function matchedWithTexts(page: Page) {
  const { ada, ben, matchId } = await matched(page)
  const texts = async () => {
    const { messages } = (await ben.client.listMessages({ params: { id: matchId }, query: {} })).data
    return messages.map(({ text }) => text)
  }
  return { ada, matchId, texts }
}

export const HARSH = 'You are a pathetic loser'
