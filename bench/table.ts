export type Row = { what: string; measured: string; beside: string; bar: string; met: boolean }

export function print(rows: Row[], people: number): void {
  const head: Row = {
    what: `${people.toLocaleString('en')} members`,
    measured: 'measured',
    beside: 'beside it',
    bar: 'bar',
    met: true,
  }
  const columns = [(row: Row) => row.what, (row: Row) => row.measured, (row: Row) => row.beside, (row: Row) => row.bar]
  const widths = columns.map((pick) => Math.max(...[head, ...rows].map((row) => pick(row).length)))
  for (const row of [head, ...rows])
    console.log(
      columns.map((pick, n) => pick(row).padEnd(widths[n] ?? 0)).join('  ') +
        (row === head ? '' : row.met ? '  ✓' : '  ✗'),
    )
}
