import type { Page } from '@playwright/test'

/**
 * Mocks responses with photos and a voice answer to review, so that those of other journeys stay. After the first
 * decision, two more photos appear at the top.
 */
export async function waitingPhotos(page: Page, names: string[], { later = ['Dee', 'Eli'] } = {}) {
  const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const idOf = (nth: number) => `0198c1de-1111-7222-8333-4444555566${String(nth).padStart(2, '0')}`
  const photoOf = (name: string, nth: number) => ({
    _id: idOf(nth),
    user: { _id: idOf(nth), name },
    pose: null,
    pictureUrl: image,
    profileUrls: [],
    at: new Date().toISOString(),
  })
  let held = names.map(photoOf)
  const answer = { question: 'talent', durationMs: 1000, text: 'I juggle.', at: new Date().toISOString() }
  let voices = [{ _id: '0'.repeat(32), user: { _id: idOf(30), name: 'Fay' }, ...answer }]
  const decided: string[] = []
  let last: typeof held = []
  await page.route('**/admin/pictures/waiting', (route) =>
    route.fulfill({ json: { data: { held, checks: [], voices } } }),
  )
  await page.route('**/admin/voices/*', (route) =>
    route.fulfill({ json: { data: { voice: 'data:audio/ogg;base64,T2dnUw==' } } }),
  )
  await page.route('**/admin/voices/*/review', async (route) => {
    voices = []
    decided.push(`Fay: ${route.request().postData()}`)
    await route.fulfill({ json: { done: true } })
  })
  await page.route('**/admin/pictures/*/review', async (route) => {
    const id = route.request().url().split('/').at(-2)
    if (route.request().method() === 'DELETE') {
      decided.push('Undone')
      held = [...last, ...held]
      return route.fulfill({ json: { done: true } })
    }
    const found = held.find(({ _id }) => _id === id)!
    decided.push(`${found.user.name}: ${route.request().postData()}`)
    last = [found]
    held = held.filter((each) => each !== found)
    if (decided.length === 1) held = [...later.map((name, nth) => photoOf(name, 20 + nth)), ...held]
    await route.fulfill({ json: { done: true } })
  })
  return decided
}
