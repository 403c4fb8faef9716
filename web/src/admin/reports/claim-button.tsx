import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useClaimNext } from './use-claim-next.ts'

export function ClaimButton() {
  const { busy, claim } = useClaimNext()
  return (
    <Button busy={busy} onClick={() => void claim()}>
      <Trans>Claim next</Trans>
    </Button>
  )
}
