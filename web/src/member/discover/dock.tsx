import type { Action } from '@kindred/contract/matching/choices'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Heart, Star, Undo2, X } from 'lucide-react'
import { useEffect, type MouseEvent } from 'react'
import { allowanceQuery } from '../../api/member-queries.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { useDirection, type Direction } from '../../ui/direction.ts'
import { footOfPhoneClass } from '../people/classes.ts'

type Props = { name: string | undefined; onChoose: (action: Action) => void; onUndo: () => void }

const keys: Record<string, Action | 'undo'> = { ArrowUp: 'superlike', u: 'undo', U: 'undo' }
/** An arrow key acts like the button on its side. */
const asideKeys: Record<Direction, Record<string, Action>> = {
  ltr: { ArrowLeft: 'pass', ArrowRight: 'like' },
  rtl: { ArrowLeft: 'like', ArrowRight: 'pass' },
}

/** Keys work like the buttons, except when they are held down, the member is typing, or a dialog is open. */
function useKeys({ onChoose, onUndo }: Props, direction: Direction) {
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

export function Dock(props: Props) {
  const { name, onChoose, onUndo } = props
  const { t } = useLingui()
  const direction = useDirection()
  const [backward, forward] = direction === 'rtl' ? ['→', '←'] : ['←', '→']
  useKeys(props, direction)
  // The second half of a double click would apply to the next person.
  const choosing = (action: Action) => (event: MouseEvent) => event.detail < 2 && onChoose(action)
  return (
    <div className={`grid gap-2 ${footOfPhoneClass}`}>
      <div
        className={
          'grid grid-cols-[repeat(4,1fr)] gap-3 phone:flex phone:justify-center phone:gap-[min(1.25rem,2vw)] phone:py-2'
        }
        role="group"
        aria-label={name ? t`What do you think of ${name}?` : t`Your decision`}
      >
        <ActButton keyName="U" icon={<Undo2 />} onClick={onUndo}>{t`Undo`}</ActButton>
        <ActButton keyName={backward} icon={<X />} disabled={!name} onClick={choosing('pass')}>
          <Trans>Pass</Trans>
        </ActButton>
        <ActButton kind="super" keyName="↑" icon={<Star />} disabled={!name} onClick={choosing('superlike')}>
          {t`Super like`}
        </ActButton>
        <ActButton kind="like" keyName={forward} icon={<Heart />} disabled={!name} onClick={choosing('like')}>
          {t`Like`}
        </ActButton>
      </div>
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
