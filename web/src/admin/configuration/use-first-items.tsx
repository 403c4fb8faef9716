import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

/** The first of many items, and a button that shows the others. */
export function useFirstItems<Item>(items: readonly Item[], atFirst = 10): [shown: readonly Item[], button: ReactNode] {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const more = items.length - atFirst
  if (isWhole || more <= 0) return [items, null]
  return [
    items.slice(0, atFirst),
    <Button key="more" tone="quiet" size="sm" className="justify-self-start" onClick={() => setWhole(true)}>
      {t`Show ${more} more`}
    </Button>,
  ]
}
