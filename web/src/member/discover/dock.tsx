import type { Action } from '@kindred/contract/matching/choices'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Heart, Star, Undo2, X } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { allowanceQuery } from '../../api/member-queries.ts'

type Props = { name: string | undefined; onChoose: (action: Action) => void; onUndo: () => void }

const keys: Record<string, Action | 'undo'> = {
  ArrowLeft: 'pass',
  ArrowRight: 'like',
  ArrowUp: 'superlike',
  u: 'undo',
  U: 'undo',
}

/** Keys decide as well as buttons do, unless somebody is typing or a dialog is open. */
function useKeys({ onChoose, onUndo }: Props) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target } = event
      const elsewhere =
        event.altKey || event.ctrlKey || event.metaKey || document.querySelector('[role="dialog"], [role="menu"]')
      if (elsewhere || (target instanceof HTMLElement && target.closest('input, textarea, select'))) return
      const does = keys[event.key]
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
  const { data } = useQuery(allowanceQuery)
  const left = data?.data
  useKeys(props)
  return (
    <div className="grid gap-2">
      <div className="dock" role="group" aria-label={name ? t`Decide on ${name}` : t`Decide`}>
        <Act kind="undo" keyName="U" icon={<Undo2 className="i" aria-hidden="true" />} onClick={onUndo}>
          <Trans>Undo</Trans>
        </Act>
        <Act
          kind="pass"
          keyName="←"
          icon={<X className="i" aria-hidden="true" />}
          disabled={!name}
          onClick={() => onChoose('pass')}
        >
          <Trans>Pass</Trans>
        </Act>
        <Act
          kind="super"
          keyName="↑"
          icon={<Star className="i" aria-hidden="true" />}
          disabled={!name}
          onClick={() => onChoose('superlike')}
        >
          <Trans>Super like</Trans>
        </Act>
        <Act
          kind="like"
          keyName="→"
          icon={<Heart className="i" aria-hidden="true" />}
          disabled={!name}
          onClick={() => onChoose('like')}
        >
          <Trans>Like</Trans>
        </Act>
      </div>
      {left && left.likes !== null && left.likes <= 10 && (
        <p className="small muted only-desk text-center">
          <Trans>
            {left.likes} likes and {left.superlikes} super likes left today.
          </Trans>
        </p>
      )}
    </div>
  )
}

type ActProps = {
  kind: 'undo' | 'pass' | 'super' | 'like'
  keyName: string
  icon: ReactNode
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

const Act = ({ kind, keyName, icon, disabled = false, onClick, children }: ActProps) => (
  <button type="button" className={`act ${kind}`} disabled={disabled} onClick={onClick}>
    <span className="ring">{icon}</span>
    {children} <kbd aria-hidden="true">{keyName}</kbd>
  </button>
)
