import { useLingui } from '@lingui/react/macro'
import { SlidersHorizontal, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsOn } from '../../api/house.ts'
import { Button } from '../../ui/button.tsx'
import { NewsBell } from '../layout/phone-header.tsx'
import { peopleBarClass } from '../people/classes.ts'
import { WorldSwitch } from './world-switch.tsx'

type Props = {
  onUndo?: (() => void) | undefined
  filter?: { label: string; onOpen: () => void }
  /** More for the bar, such as the views. */
  children?: ReactNode
}

/** The bar above a deck. */
export function DeckBar({ onUndo, filter, children }: Props) {
  const { t } = useLingui()
  // The bar of a phone has no room for the switch and the word.
  const hasFriends = useIsOn('friends')
  return (
    <div className={peopleBarClass}>
      <WorldSwitch />
      {onUndo && (
        <Button tone="quiet" size="sm" onClick={onUndo}>
          <Undo2 size={18} />
          <span className={hasFriends ? 'phone:sr-only' : ''}>{t`Undo`}</span>
        </Button>
      )}
      <span className="min-w-0 flex-1" />
      {children}
      {filter && (
        <Button tone="quiet" size="sm" className="phone:border-transparent! phone:px-3!" onClick={filter.onOpen}>
          <SlidersHorizontal size={18} />
          <span className="phone:sr-only">{filter.label}</span>
        </Button>
      )}
      <NewsBell />
    </div>
  )
}
