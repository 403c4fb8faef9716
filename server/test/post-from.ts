import type { World } from './world.ts'

/** Posts to a sign-in route as if from this address. The world has to trust one hop (TRUSTED_HOPS). */
export async function postFrom(world: World, address: string, path: string, body: object, headers = {}) {
  const answer = await world.request(`/api/v1/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  const retryAfter = Number(answer.headers.get('retry-after'))
  return { status: answer.status, retryAfter, text: text.replace(/,?"requestId":"[^"]*"/, '') }
}
