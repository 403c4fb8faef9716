import { expect, test } from 'vitest'
import { respond, tokenOf } from '../wallet.ts'
import { request, issuer, check } from '../proof-of-age-steps.ts'

test('every single changed byte of a presentation is refused', async () => {
  const response = await respond(await issuer.issue(), request)
  expect(await check(tokenOf(response))).toBeNull()
  const accepted: number[] = []
  for (let at = 0; at < response.length; at++) {
    const changed = Uint8Array.from(response)
    changed[at]! ^= 1
    if ((await check(tokenOf(changed))) === null) accepted.push(at)
  }
  expect(accepted).toEqual([])
})
