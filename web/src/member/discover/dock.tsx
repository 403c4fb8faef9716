import type { Action } from '@kindred/contract/matching/choices'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentProps } from 'react'
import { allowanceQuery } from '../../api/member-queries.ts'
import { useDirection, type Direction } from '../../ui/direction.ts'
import { footOfPhoneClass } from '../people/classes.ts'
import { SwipeButtons } from '../people/swipe-buttons.tsx'

type Props = {
  name: string
  onChoose: (action: Action) => void
  onUndo: () => void
  pull: NonNullable<ComponentProps<typeof SwipeButtons>['pull']>
}

const keys: Record<string, Action | 'undo'> = { ArrowUp: 'superlike', u: 'undo', U: 'undo' }
/** An arrow key acts like the button on its side. */
const asideKeys: Record<Direction, Record<string, Action>> = {
  ltr: { ArrowLeft: 'pass', ArrowRight: 'like' },
  rtl: { ArrowLeft: 'like', ArrowRight: 'pass' },
}

/** Keys work like the buttons, except when they are held down, the member is typing, or a dialog is open. */
function useKeys({ onChoose, onUndo }: Pick<Props, 'onChoose' | 'onUndo'>, direction: Direction) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      const elsewhere =
        event.repeat ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        document.querySelector('[role="dialog"], [role="menu"]:popover-open')
      if (elsewhere || (target instanceof HTMLElement && target.closest('input, textarea, select'))) return
      const does = keys[event.key] ?? asideKeys[direction][event.key]
      if (!does) return
      event.preventDefault()
      if (does === 'undo') onUndo()
      else onChoose(does)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

const SWIPED = 'kindred.swiped'
/** In their first session, members see the names of the buttons. */
const isFirstSession = localStorage.getItem(SWIPED) === null

export function Dock({ name, onChoose, onUndo, pull }: Props) {
  const direction = useDirection()
  const [backward, forward] = direction === 'rtl' ? ['→', '←'] : ['←', '→']
  const choose = (action: Action) => {
    localStorage.setItem(SWIPED, 'true')
    onChoose(action)
  }
  useKeys({ onChoose: choose, onUndo }, direction)
  return (
    <div className={`grid gap-2 ${footOfPhoneClass}`}>
      <SwipeButtons
        name={name}
        onChoose={choose}
        keys={{ pass: backward, superlike: '↑', like: forward }}
        captioned={isFirstSession}
        pull={pull}
      />
      <LeftToday />
    </div>
  )
}

function LeftToday() {
  const { data } = useQuery(allowanceQuery)
  const left = data?.data
  if (!left || left.likes === null || left.likes > 10) return null
  return (
    <p className="text-center text-small text-muted phone:hidden">
      <Trans>
        <Plural value={left.likes} one="# like" other="# likes" /> and{' '}
        <Plural value={left.superlikes} one="# super like" other="# super likes" /> left today.
      </Trans>
    </p>
  )
}
