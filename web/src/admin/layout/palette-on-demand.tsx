import type { StaffRight } from '@kindred/contract/staff'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Path, paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useMay } from '../../session/rights.ts'

const Commands = lazy(() => import('./commands.tsx'))

const writing = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]'

/** The milliseconds within which the second key follows g. */
const WAIT = 1500
const places = new Map<string, { path: Path; may: StaffRight }>([
  ['r', { path: paths.reports, may: 'reports.read' }],
  ['u', { path: paths.users, may: 'users.list' }],
  ['d', { path: paths.dashboard, may: 'dashboard' }],
])

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Loads the palette and the list of keys when Ctrl-K, `?` or the button is first pressed. */
export function PaletteOnDemand({ open, onOpenChange }: Props) {
  const [isRequested, setRequested] = useState(false)
  const [areKeysOpen, setKeysOpen] = useState(false)
  if ((open || areKeysOpen) && !isRequested) setRequested(true)
  const may = useMay()
  const gAt = useRef(0)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) {
      // Once loaded, the palette handles its key itself.
      if (isRequested) return
      event.preventDefault()
      onOpenChange(true)
    }
    if (!(target instanceof HTMLElement) || target.closest(writing) || ctrlKey || metaKey || altKey) return
    if (key === '?') setKeysOpen(true)
    const to = Date.now() - gAt.current < WAIT ? places.get(key) : undefined
    gAt.current = key === 'g' ? Date.now() : 0
    if (!to || !may(to.may)) return
    // Otherwise, the list would use the key as well, such as r for a reply.
    event.preventDefault()
    event.stopPropagation()
    void navigate({ to: to.path })
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [])
  return (
    isRequested && (
      <Suspense>
        <Commands open={open} onOpenChange={onOpenChange} areKeysOpen={areKeysOpen} onKeys={setKeysOpen} />
      </Suspense>
    )
  )
}
