import type { MonitoringRule, Report } from '@kindred/contract'
import { expect, test } from 'vitest'
import { monitor } from '../../src/features/moderation/index.ts'
import { randomUUID } from 'node:crypto'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Reasons, rules and priorities are stored as codes, and each reader gets them in their language.

/** The response in a browser's language. */
async function read<T>(world: World, { token }: Person, language: string, path: string): Promise<T> {
  const headers = { 'accept-language': language, authorization: `Bearer ${token}` }
  const { data } = (await (await world.request(`/api/v1${path}`, { headers })).json()) as { data: T }
  return data
}
type Reports = { reports: Report[] }

async function foundByRule(world: World) {
  const [ada, eve] = [await world.dater(), await world.dater({ firstName: 'Eve' })]
  const id = await world.matched(ada, eve)
  const text = 'I hardly use this app. Add me on Telegram, my dear, I will show you how I trade bitcoin.'
  await eve.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })
  await monitor(world.deps)
  return { ada, eve }
}

test.each([
  ['de', ['Kontaktdaten', 'Ausreden', 'Geldanlagen'], 'Grund: Betrug'],
  ['fr', ['coordonnées', 'excuses', 'placements'], ''],
  ['es', ['datos de contacto', 'excusas', 'inversiones'], ''],
  ['pt-BR', ['dados de contato', 'desculpas', 'investimentos'], ''],
  ['ar', ['بيانات اتصال', 'أعذار', 'استثمارات'], ''],
  ['en', ['contact details', 'excuses', 'investments'], 'Reason: Scam, or asks for money'],
])('what a rule found, and the priority, are read in the language %s', async (language, signs, part) => {
  const world = await startWorld({ eavesdrop: false })
  await foundByRule(world)
  const ines = await world.administrator()
  const [found] = (await read<Reports>(world, ines, language, '/reports/reports')).reports
  for (const sign of signs) expect(found!.description).toContain(sign)
  expect(found!.description.startsWith('First messages')).toBe(language === 'en')
  expect(found!.description).not.toMatch(/\b(excuse|contact|trade|endearment), /)
  const parts = found!.priorityParts!.map(({ name }) => name)
  expect(parts).toHaveLength(3)
  expect(parts.join(', ')).toContain(part)
  const { rows } = await world.query('select description, priority_parts from reports')
  expect(rows[0].description).toBe('')
  expect(rows[0].priority_parts.map(({ name }: { name: string }) => name)).toContain('rule: first_messages')
  const { rules } = await read<{ rules: MonitoringRule[] }>(world, ines, language, '/admin/monitoring/rules')
  expect(Object.values(rules[0]!.signalNames!)).toEqual(expect.arrayContaining(signs))
})

test('earlier reports are counted in words of the reader, whose number is stored', async () => {
  const world = await startWorld()
  const [ines, ben] = [await world.administrator(), await world.dater({ firstName: 'Ben' })]
  for (const firstName of ['Ada', 'Cleo', 'Dora']) {
    const { client } = await world.dater({ firstName })
    await client.createReport({
      body: { problem_type: 'Harassment', description: 'Writes again and again.', userId: ben.user._id },
    })
  }
  const { rows } = await world.query('select priority_parts from reports order by created_at desc limit 1')
  expect(rows[0].priority_parts).toContainEqual({ name: 'history', count: 2, points: 20 })
  const [newest] = (await read<Reports>(world, ines, 'de', '/reports/reports')).reports
  expect(newest!.priorityParts).toContainEqual({ name: expect.stringMatching(/2 frühere Meldungen/), points: 20 })
})
