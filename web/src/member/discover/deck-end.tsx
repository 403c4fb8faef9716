import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type Props = { busy: boolean; onFilter: () => void; onUndo: () => void; onAgain: () => void }

/** Nobody is left today: kindly, and with what can be done about it. */
export function DeckEnd({ busy, onFilter, onUndo, onAgain }: Props) {
  const { t } = useLingui()
  return (
    <EmptyState
      title={t`That’s everyone for now`}
      action={
        <div className="grid justify-items-center gap-3">
          <Button onClick={onFilter}>
            <Trans>See what your filters hide</Trans>
          </Button>
          <div className="flex flex-wrap justify-center gap-2">
            <Link className={buttonClass('quiet')} to={paths.questions}>
              <Trans>Answer a question</Trans>
            </Link>
            <Button tone="quiet" busy={busy} onClick={onAgain}>
              <Trans>Look again</Trans>
            </Button>
            <Button tone="ghost" onClick={onUndo}>
              <Trans>Undo</Trans>
            </Button>
          </div>
        </div>
      }
    >
      <Trans>You’ve seen everyone who’s a fit both ways. New people join every day, so check back soon.</Trans>
    </EmptyState>
  )
}
