import { useState } from 'react'
import { oneOf } from '../api/params.ts'
import { read, ROWS, write } from '../session/storage.ts'
import { useSession } from '../session/store.ts'

export const rowCounts = ['10', '25', '50'] as const
export type RowCount = (typeof rowCounts)[number]

/** How many rows a page of the list has, as this person last chose in this browser. */
export function useRows(): [RowCount, (rows: RowCount) => void] {
  const key = `${ROWS}.${useSession(({ user }) => user?._id) ?? ''}`
  const [rows, setRows] = useState<RowCount>(() => oneOf(rowCounts, read(key) ?? undefined) ?? '10')
  return [
    rows,
    (next) => {
      write(key, next)
      setRows(next)
    },
  ]
}
