import { Trans } from '@lingui/react/macro'

/** Who said something, and when, or what else is known of it. */
export const ByWhom = ({ by, when }: { by: string; when: string }) => (
  <Trans>
    <bdi>{by}</bdi>, {when}
  </Trans>
)
