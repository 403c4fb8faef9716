import { Trans } from '@lingui/react/macro'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import type { UserPage } from './use-user-details.ts'

/** Asks for the reason that opens the rest of the page. */
export function PrivateData({ page: { details, show } }: { page: UserPage }) {
  return (
    <section className="card grid justify-items-start gap-4" aria-labelledby="private">
      <h2 id="private">
        <Trans>Private data</Trans>
      </h2>
      <p className="text-muted">
        <Trans>Photos, profile answers, subscriptions, and sign-ins are shown only for a reason.</Trans>
      </p>
      <ErrorNote>{details.isError && !details.isFetching && errorText(details.error)}</ErrorNote>
      <Button tone="quiet" busy={details.isFetching} onClick={show}>
        <Trans>Show private data</Trans>
      </Button>
    </section>
  )
}
