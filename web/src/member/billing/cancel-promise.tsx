import { Trans } from '@lingui/react/macro'

export const CancelPromise = () => (
  <p className="text-small text-muted">
    <Trans>
      Renews until you cancel, which takes one click. You then keep Premium until the end of the period you paid for.
    </Trans>
  </p>
)
