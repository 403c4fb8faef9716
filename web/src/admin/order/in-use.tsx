import type { OrderFit } from '@kindred/contract/discovery/order'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { usePin } from './use-order.ts'
import { useFitWords } from './words.ts'

/** The version in use, why it is, and whether it stays. */
export function InUse({ fit, isPinned }: { fit: OrderFit; isPinned: boolean }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { nameOf, basisOf } = useFitWords()
  return (
    <section className="card grid gap-3" aria-labelledby="in-use">
      <h2 id="in-use">
        <Trans>In use: {nameOf(fit)}</Trans>
      </h2>
      <p>
        {basisOf(fit)}
        {fit.version > 0 && <span className="text-muted"> {formats.dayAndTime(fit.fittedAt)}</span>}
      </p>
      {isPinned ? (
        <Note tone="warning">
          <Trans>Pinned by an administrator. It stays in use even if a later version performs better.</Trans>
        </Note>
      ) : (
        <p className="text-ink-2">
          {fit.version === 0
            ? t`No version has beaten the original settings yet. The first needs at least 1,000 likes and passes.`
            : t`The latest version to beat its predecessor on the newest 10% of likes and passes.`}
        </p>
      )}
      <p>{isPinned ? <Unpin /> : <Pin fit={fit} />}</p>
    </section>
  )
}

function Unpin() {
  const { t } = useLingui()
  const pin = usePin(t`Unpinned. The best version is used again.`)
  return (
    <Button tone="quiet" busy={pin.isPending} onClick={() => pin.mutate(null)}>
      <Trans>Unpin</Trans>
    </Button>
  )
}

function Pin({ fit }: { fit: OrderFit }) {
  const { t } = useLingui()
  const pin = usePin(t`Pinned. Later versions are saved, but not used.`)
  return (
    <Button tone="quiet" busy={pin.isPending} onClick={() => pin.mutate(fit.version)}>
      <Trans>Pin this version</Trans>
    </Button>
  )
}
