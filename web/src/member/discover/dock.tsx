import type { Action, CardAction } from '@kindred/contract/matching/choices'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ComponentProps, type ReactNode } from 'react'
import { allowanceQuery } from '../../api/member-queries.ts'
import { read, write } from '../../session/storage.ts'
import { useDirection, type Direction } from '../../ui/direction.ts'
import { footOfPhoneClass } from '../people/classes.ts'
import { SwipeButtons } from '../people/swipe-buttons.tsx'
import { useIsQuiet } from '../use-is-quiet.ts'

type Props = {
  name: string
  onChoose: (action: CardAction) => void
  onUndo: () => void
  pull: NonNullable<ComponentProps<typeof SwipeButtons>['pull']>
  /** Shown instead of the likes that are left for dating. Friends are only liked or passed. */
  friendsLeft?: ReactNode
}

const keys: Record<string, CardAction | 'undo'> = { ArrowUp: 'superlike', u: 'undo', U: 'undo', l: 'later', L: 'later' }
/** An arrow key acts like the button on its side. */
const asideKeys: Record<Direction, Record<string, Action>> = {
  ltr: { ArrowLeft: 'pass', ArrowRight: 'like' },
  rtl: { ArrowLeft: 'like', ArrowRight: 'pass' },
}

/** Keys work like the buttons, except when they are held down, the member is typing, or a dialog is open. */
type Keys = Pick<Props, 'onChoose' | 'onUndo'> & { isPlain: boolean }

function useKeys({ onChoose, onUndo, isPlain }: Keys, direction: Direction) {
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
      if (!does || (isPlain && (does === 'superlike' || does === 'later'))) return
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
const isFirstSession = read(SWIPED) === null

export function Dock({ name, onChoose, onUndo, pull, friendsLeft }: Props) {
  const isPlain = friendsLeft !== undefined
  const direction = useDirection()
  const [backward, forward] = direction === 'rtl' ? ['→', '←'] : ['←', '→']
  const choose = (action: CardAction) => {
    write(SWIPED, 'true')
    onChoose(action)
  }
  useKeys({ onChoose: choose, onUndo, isPlain }, direction)
  return (
    <div className={`grid gap-2 ${footOfPhoneClass}`}>
      <SwipeButtons
        name={name}
        onChoose={choose}
        keys={{ pass: backward, superlike: '↑', like: forward }}
        captioned={isFirstSession}
        isPlain={isPlain}
        pull={pull}
      />
      {isPlain ? friendsLeft : <LeftToday />}
    </div>
  )
}

function LeftToday() {
  const { data } = useQuery(allowanceQuery)
  const isQuiet = useIsQuiet()
  const left = data?.data
  if (isQuiet || !left || left.likes === null || left.likes > 10) return null
  return (
    <p className="text-center text-small text-muted phone:hidden">
      <Trans>
        <Plural value={left.likes} one="# like" other="# likes" /> and{' '}
        <Plural value={left.superlikes} one="# super like" other="# super likes" /> left today.
      </Trans>
    </p>
  )
}
