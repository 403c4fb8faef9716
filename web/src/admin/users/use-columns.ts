import { useState } from 'react'
import { readJson, write } from '../../session/storage.ts'

export const optional = ['contact', 'joined', 'lastActive', 'status', 'subscription'] as const
export type OptionalColumn = (typeof optional)[number]

const KEY = 'kindred.users.hidden'
const isHidden = (value: unknown): value is OptionalColumn[] =>
  Array.isArray(value) && value.every((each) => optional.some((name) => name === each))

/** Hidden columns, stored in this browser. */
export function useColumns() {
  const [hidden, setHidden] = useState<readonly OptionalColumn[]>(() => readJson(KEY, isHidden) ?? [])
  const toggle = (column: OptionalColumn) => {
    const next = hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column]
    setHidden(next)
    write(KEY, JSON.stringify(next))
  }
  return { hidden, toggle }
}
