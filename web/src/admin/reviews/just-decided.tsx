import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'

export type Done = { id: string; name: string; accepted: boolean; undo: () => Promise<unknown> }
type Props = { done: readonly Done[]; onUndo: (done: Done) => void; onOver: (done: Done) => void }

const UNDO_FOR = 60_000

/** Decisions from the last minute, each with an undo. They take effect when they leave this list. */
export const JustDecided = ({ done, onUndo, onOver }: Props) => (
  <ul className="grid gap-2 empty:hidden" role="status" aria-live="polite">
    {done.map((each) => (
      <Row key={each.id} done={each} onUndo={() => onUndo(each)} onOver={() => onOver(each)} />
    ))}
  </ul>
)

function Row({ done: { name, accepted }, onUndo, onOver }: { done: Done; onUndo: () => void; onOver: () => void }) {
  const { t } = useLingui()
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setTimeout(() => over(), UNDO_FOR)
    return () => clearTimeout(timer)
  }, [])
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-md bg-sunken px-4 py-2">
      <span className="min-w-0 truncate">
        {accepted ? (
          <Trans>
            You approved <bdi>{name}</bdi>.
          </Trans>
        ) : (
          <Trans>
            You rejected <bdi>{name}</bdi>.
          </Trans>
        )}
      </span>
      <Button
        tone="quiet"
        size="sm"
        className="ms-auto"
        aria-label={t`Undo the decision about ${name}`}
        onClick={onUndo}
      >
        {t`Undo`}
      </Button>
    </li>
  )
}
