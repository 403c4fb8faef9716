import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { administrator, callsOf, expect } from './world.ts'

export const certificate = new URL('../server/test/certificates/localhost.pem', import.meta.url)

/** Members may prove their age with a wallet app or a selfie, and don't have to. */
export async function allowProofs(page: Page): Promise<void> {
  const { token } = (await callsOf(page).login({ body: administrator })).data
  const path = '/api/v1/admin/configuration'
  const headers = { authorization: `Bearer ${token}` }
  const read = (await (await page.request.get(path, { headers })).json()) as {
    data: { version: number; configuration: object }
  }
  const { version, configuration } = read.data
  const age = { when: ['report'], methods: ['wallet', 'selfie'], issuers: await readFile(certificate, 'utf8') }
  const saved = await page.request.put(path, {
    headers: { ...headers, 'if-match': String(version) },
    data: { configuration: { ...configuration, age } },
  })
  expect(saved.status()).toBe(200)
}
