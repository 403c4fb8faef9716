import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'

/** Who said something, and when, or what else is known of it. */
export const ByWhom = ({ by, when }: { by: string; when: string }) => (
  <Trans>
    <bdi>{by}</bdi>, {when}
  </Trans>
)

/** A person’s own text, with its line breaks and its direction. */
export const Written = ({ children }: { children: ReactNode }) =>
  children ? (
    <p className="text-start whitespace-pre-line" dir="auto">
      {children}
    </p>
  ) : null
