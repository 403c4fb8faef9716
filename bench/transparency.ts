import { beside, timesRow } from './floor.ts'
import type { Measured } from './moderation.ts'
import type { Member } from './people.ts'
import { present } from './present.ts'
import type { Run } from './run.ts'
import type { Bench } from './server.ts'

/** Of a download that begins. */
const FIRST_STATEMENT = 50
/** The head of the table, and a statement. */
const TWO_LINES = 2

/** What is counted for the public, and the statement of each decision. */
export async function transparencyRows(run: Run, staff: Member, row: Measured): Promise<void> {
  const { bench, add, calls } = run
  await row('transparency: the numbers of a year', () => staff.client.getTransparency({ query: {} }))
  const first = await beside(bench, calls, () => statements(bench, staff, TWO_LINES))
  add(
    timesRow({
      what: 'transparency: the first statement',
      ...first,
      kind: 'rows',
      bar: FIRST_STATEMENT,
      at: 'p95',
      judge: run,
    }),
  )
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

/** Lines of the file, or as many of them as are wanted. */
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
