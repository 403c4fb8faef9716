import { lazy } from 'react'

/** The names of all settings are many words, which few visits need. */
export const ChangeList = lazy(() => import('./change-list.tsx').then((all) => ({ default: all.ChangeList })))
