export type Row = { what: string; measured: string; beside: string; bar: string; met: boolean }

export function print(rows: Row[], people: number): void {
  const head: Row = {
    what: `${people.toLocaleString('en')} members`,
    measured: 'measured',
    beside: 'beside it',
    bar: 'bar',
    met: true,
  }
  const width = (pick: (row: Row) => string) => Math.max(...[head, ...rows].map((row) => pick(row).length))
  const widths = [
    width((row) => row.what),
    width((row) => row.measured),
    width((row) => row.beside),
    width((row) => row.bar),
  ]
  for (const row of [head, ...rows])
    console.log(
      [row.what, row.measured, row.beside, row.bar].map((text, n) => text.padEnd(widths[n]!)).join('  ') +
        (row === head ? '' : row.met ? '  ✓' : '  ✗'),
    )
}
