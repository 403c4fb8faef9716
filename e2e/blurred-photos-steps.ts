import type { Page } from '@playwright/test'
import { callsOf, picture, matched } from './world.ts'

/** Two matched members. `send` sends a photo from Ben to Ada. */
export async function withPhotos(page: Page) {
  const { ada, ben, matchId } = await matched(page)
  const send = async (text: string) => {
    const { token } = (await callsOf(page).login({ body: { email: ben.email, password: ben.password } })).data
    const form = { file: { name: 'pier.png', mimeType: 'image/png', buffer: picture } }
    const headers = { authorization: `Bearer ${token}` }
    const answer = await page.request.post('/api/v1/media', { headers, multipart: form })
    const { publicId }: { publicId: string } = await answer.json()
    const body = { clientId: crypto.randomUUID(), publicId, text }
    await ben.client.sendMessage({ params: { id: matchId }, body })
  }
  return { ada, ben, matchId, send }
}
