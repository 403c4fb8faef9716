import { ms } from './measure.ts'
import type { Measured } from './moderation.ts'
import type { Member } from './people.ts'
import { present } from './present.ts'
import type { Row } from './results.ts'
import type { Run } from './run.ts'
import type { Bench } from './server.ts'

/** The table's header and one statement. */
const TWO_LINES = 2

export async function transparencyRows({ bench, add }: Run, staff: Member, row: Measured): Promise<void> {
  add(await countedAnew(staff))
  await row('transparency: the numbers of a year, again', () => staff.client.getTransparency({ query: {} }))
  await row('transparency: the first statement', () => statements(bench, staff, TWO_LINES))
  const began = performance.now()
  const lines = await statements(bench, staff)
  const seconds = (performance.now() - began) / 1000
  add({
    what: 'transparency: all statements of a year',
    measured: `${seconds.toFixed(1)} s`,
    beside: `${(lines - 1).toLocaleString('en')} statements`,
    bar: `${Math.round(lines / seconds).toLocaleString('en')} a second, no bar`,
    met: true,
  })
}

/** Measures the first request, which waits for the counting. */
async function countedAnew({ client }: Member): Promise<Row> {
  const began = performance.now()
  const { reports, decisions } = (await client.getTransparency({ query: {} })).data.transparency
  const [received, made] = [reports.received ?? 0, decisions.made ?? 0].map((count) => count.toLocaleString('en'))
  return {
    what: 'transparency: the numbers of a year, counted',
    measured: ms(performance.now() - began),
    beside: `${received} reports, ${made} decisions`,
    bar: 'no bar',
    met: true,
  }
}

async function statements({ base }: Bench, session: Member, most = Infinity): Promise<number> {
  const answer = await fetch(`${base}/api/v1/admin/transparency/statements.csv`, {
    headers: { authorization: `Bearer ${await session.token()}` },
  })
  let lines = 0
  for await (const chunk of present(answer.body)) {
    lines += chunk.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)
    if (lines >= most) break
  }
  return lines
}
