import { StatementOfReasons, type Transparency } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { retryOnDisconnect } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { issueTicket } from '../../identity/index.ts'
import { audit } from '../../operations/index.ts'
import { periodFor, readPublicTransparency, readTransparency } from './read-transparency.ts'
import { findStated, type StatedRow } from './statements.sql.ts'
import { toStatement } from './to-statement.ts'

type Query = { from?: string | undefined; to?: string | undefined }

const TICKET_LASTS = 60_000
const BREAK = '\r\n'

export const issueTransparencyTicket = (context: Deps, viewer: Viewer): Promise<string> =>
  issueTicket(context, viewer, 'export-transparency', TICKET_LASTS)

/** Everything in these files is a number, a date or a sentence of ours, so that no cell can be a formula. */
const line = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(',') + BREAK

const isGroups = (value: unknown): value is { name: string; count: number | null }[] => Array.isArray(value)

function* linesOf({ from, to, ...topics }: Transparency): Generator<string> {
  yield line(['topic', 'figure', 'group', 'value'])
  yield line(['period', 'from', '', from])
  yield line(['period', 'to', '', to])
  for (const [topic, figures] of Object.entries(topics))
    for (const [figure, value] of Object.entries(figures))
      if (isGroups(value)) for (const { name, count } of value) yield line([topic, figure, name, count])
      else yield line([topic, figure, '', value])
}

async function* fileOf(numbers: Transparency): AsyncGenerator<string> {
  yield* linesOf(numbers)
}

const recordExport = (context: Deps, { account }: Viewer, what: string): Promise<void> =>
  unitOfWork(context, asStaff(account.id), (work) =>
    audit(work, { action: 'transparency.exported', details: { what } }),
  )

export async function exportNumbers(context: Deps, viewer: Viewer, query: Query): Promise<AsyncIterable<string>> {
  await recordExport(context, viewer, 'numbers')
  return fileOf(await readTransparency(context, viewer.account, query))
}

/** Public data about no one in particular, so no download is recorded. */
export const exportPublicNumbers = async (
  context: Parameters<typeof readPublicTransparency>[0],
): Promise<AsyncIterable<string>> => fileOf(await readPublicTransparency(context))

async function* statements(context: Deps, { account }: Viewer, query: Query): AsyncGenerator<StatementOfReasons> {
  const period = periodFor(context, account, query)
  let last: StatedRow | undefined
  do {
    const rows: StatedRow[] = await retryOnDisconnect(() => findStated(context.replica, period, last))
    for (const row of rows) yield toStatement(row)
    last = rows.at(-1)
  } while (last)
}

const FIELDS = Object.keys(StatementOfReasons.shape)

export async function exportStatements(context: Deps, viewer: Viewer, query: Query): Promise<AsyncIterable<string>> {
  await recordExport(context, viewer, 'statements')
  return (async function* () {
    yield line(FIELDS)
    for await (const statement of statements(context, viewer, query)) {
      const fields = new Map<string, unknown>(Object.entries(statement))
      yield line(
        FIELDS.map((field) => {
          const value = fields.get(field)
          return Array.isArray(value) ? value.join('|') : typeof value === 'string' ? value : ''
        }),
      )
    }
  })()
}

export async function exportStatementsAsJson(
  context: Deps,
  viewer: Viewer,
  query: Query,
): Promise<AsyncIterable<string>> {
  await recordExport(context, viewer, 'statements')
  return (async function* () {
    yield '{"statements":['
    let separator = ''
    for await (const statement of statements(context, viewer, query)) {
      yield separator + JSON.stringify(statement)
      separator = ',\n'
    }
    yield ']}'
  })()
}
